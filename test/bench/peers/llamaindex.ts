import { BaseEmbedding } from '@llamaindex/core/embeddings';
import { VectorStoreQueryMode } from '@llamaindex/core/vector-store';
import { PGVectorStore } from '@llamaindex/postgres';
import type { Peer } from '../peer.ts';

const TABLE = 'bench_llamaindex';

/** Vectors are given, so this is never asked; without one the store does not open. */
class NoEmbeddings extends BaseEmbedding {
  // biome-ignore lint/complexity/noUselessConstructor: that of its base is protected
  constructor() {
    super();
  }

  async getTextEmbedding(): Promise<number[]> {
    return [];
  }
}

/**
 * As its documentation has it: a collection a tenant (its own means of keeping them apart, with an index), other
 * conditions in the metadata. It builds no vector index and documents none.
 */
export async function openPeer({ pool, dimensions, rows }: Parameters<Peer['open']>[0]): ReturnType<Peer['open']> {
  const open = (performSetup: boolean) =>
    new PGVectorStore({
      client: pool,
      shouldConnect: false,
      tableName: TABLE,
      dimensions,
      performSetup,
      embeddingModel: new NoEmbeddings(),
    });
  // Otherwise it creates schema, table and indexes anew at each query.
  await open(true).client();
  const tenants = new Map<string, PGVectorStore>();
  const storeOf = (tenant: string): PGVectorStore => {
    const known = tenants.get(tenant);
    if (known) return known;
    const store = open(false);
    store.setCollection(tenant);
    tenants.set(tenant, store);
    return store;
  };
  return {
    table: TABLE,
    async load() {
      await pool.query(`TRUNCATE ${TABLE}`);
      await pool.query(`INSERT INTO ${TABLE} (external_id, collection, document, metadata, embeddings)
        SELECT '', tenant, content, jsonb_build_object('slice', slice, 'id', document_id || ':' || ordinal), embedding FROM (${rows}) AS rows`);
    },
    async search(vector, k, { tenant, slice }) {
      const filters = slice === undefined ? {} : { filters: { filters: [{ key: 'slice', value: slice, operator: '==' as const }] } };
      const { nodes } = await storeOf(tenant).query({
        queryEmbedding: [...vector],
        similarityTopK: k,
        mode: VectorStoreQueryMode.DEFAULT,
        ...filters,
      });
      return (nodes ?? []).map(({ metadata }) => String(metadata.id));
    },
    close: async () => {},
  };
}
