import { PgVector } from '@mastra/pg';
import type { Peer } from '../peer.ts';

const INDEX = 'bench_mastra';

/** As its documentation has it: an HNSW index with its defaults, a btree index on the metadata that is filtered by. */
export async function openPeer({ url, max, dimensions, rows, pool }: Parameters<Peer['open']>[0]): ReturnType<Peer['open']> {
  const store = new PgVector({ id: INDEX, connectionString: url, max });
  const indexConfig = { type: 'hnsw' } as const;
  return {
    table: INDEX,
    async load() {
      await pool.query(`DROP TABLE IF EXISTS ${INDEX}`);
      await store.createIndex({
        indexName: INDEX,
        dimension: dimensions,
        metric: 'cosine',
        indexConfig,
        metadataIndexes: ['tenant'],
        buildIndex: false,
      });
      await pool.query(`INSERT INTO ${INDEX} (vector_id, metadata, embedding)
        SELECT tenant || '/' || document_id || ':' || ordinal,
          jsonb_build_object('tenant', tenant, 'slice', slice, 'text', content, 'id', document_id || ':' || ordinal), embedding FROM (${rows}) AS rows`);
      await store.buildIndex({ indexName: INDEX, metric: 'cosine', indexConfig });
    },
    async search(vector, k, filter) {
      const found = await store.query({ indexName: INDEX, queryVector: [...vector], topK: k, filter: { ...filter } });
      return found.map(({ metadata }) => String(metadata?.id));
    },
    close: () => store.disconnect(),
  };
}
