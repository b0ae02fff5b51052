import { PGVectorStore } from '@langchain/community/vectorstores/pgvector';
import type { EmbeddingsInterface } from '@langchain/core/embeddings';
import type { Peer } from '../peer.ts';

const TABLE = 'bench_langchain';

/** Vectors are given, so this is never asked. */
const noEmbeddings: EmbeddingsInterface = {
  embedQuery: async () => [],
  embedDocuments: async () => [],
};

/** As its documentation has it: dimensions at the start, createHnswIndex with its defaults, the tenant in the metadata and in the filter. */
export async function openPeer({ pool, dimensions, rows }: Parameters<Peer['open']>[0]): ReturnType<Peer['open']> {
  const store = await PGVectorStore.initialize(noEmbeddings, { pool, tableName: TABLE, dimensions, distanceStrategy: 'cosine' });
  return {
    table: TABLE,
    async load() {
      await pool.query(`TRUNCATE ${TABLE}`);
      await pool.query(`INSERT INTO ${TABLE} (text, metadata, embedding)
        SELECT content, jsonb_build_object('tenant', tenant, 'slice', slice, 'id', document_id || ':' || ordinal), embedding FROM (${rows}) AS rows`);
      await store.createHnswIndex({ dimensions });
    },
    async search(vector, k, filter) {
      const found = await store.similaritySearchVectorWithScore([...vector], k, { ...filter });
      return found.map(([document]) => String(document.metadata.id));
    },
    // Its own end() ends the pool as well, which is the benchmark's; the client that it holds goes with the pool.
    close: async () => store.client?.release(),
  };
}
