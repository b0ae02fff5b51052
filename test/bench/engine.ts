import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Embedder } from '../../shared/models/embed/embedder.ts';
import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { openEmbedded } from '../../shared/retrieval/pgvector/store/embedded.ts';
import { migrate } from '../../shared/retrieval/pgvector/store/migrate.ts';
import { openPostgres } from '../../shared/retrieval/pgvector/store/postgres.ts';
import { createStore, type Driver, type Store } from '../../shared/retrieval/pgvector/store/store.ts';
import { backendOver, quiet } from '../support/stores.ts';
import { databaseUrl } from './load/database.ts';
import { CHUNK } from './load/ours.ts';

/** Connections of each way of searching that has a pool: as many as those of `pg` by default. */
export const POOL = 10;
/** Vectors of a tenant from which it gets an HNSW index: the product's default, and never where WebAssembly would build it. */
const HNSW_FROM = { native: 10_000, embedded: Number.MAX_SAFE_INTEGER };
/** Loading is one long transaction after another. */
const LIMITS_MS = { read: 60_000, write: 1_800_000 };

/** A database with the product on it, and a way past the product for everything else. */
export interface Engine {
  readonly name: 'native' | 'embedded';
  /** Its address, for whoever brings a client of its own; undefined when it is in this process. */
  readonly url: string | undefined;
  readonly store: Store;
  readonly backend: RetrievalBackend;
  /** One statement as the owner of everything, with the engine's own settings. */
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The same without just-in-time compilation, which takes longer than any of these statements. */
  queryWithoutJit<Row extends object>(sql: string, values: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** On the server of `url`, in the database `name`, which is made when it is not there. */
export async function openNative(url: string, name: string, embedder: Embedder): Promise<Engine> {
  const address = await databaseUrl(url, name);
  const pool = new pg.Pool({ connectionString: address, max: POOL });
  const driver = await openPostgres({ kind: 'url', url: address, poolMax: POOL }, quiet);
  return {
    ...(await productOn(driver, embedder, HNSW_FROM.native, () => pool.end())),
    name: 'native',
    url: address,
    query: async (sql, values) => (await pool.query(sql, values && [...values])).rows,
  };
}

/** In this process, in a folder of that name below `data`. */
export async function openInProcess(data: string, name: string, embedder: Embedder): Promise<Engine> {
  const folder = join(data, name);
  mkdirSync(folder, { recursive: true });
  const driver = await openEmbedded(folder);
  return {
    ...(await productOn(driver, embedder, HNSW_FROM.embedded, async () => {})),
    name: 'embedded',
    url: undefined,
    query: (sql, values) => driver.transaction([], (session) => session.query(sql, values)),
  };
}

async function productOn(
  driver: Driver,
  embedder: Embedder,
  hnswMinVectors: number,
  closeRest: () => Promise<void>,
): Promise<Pick<Engine, 'store' | 'backend' | 'close' | 'queryWithoutJit'>> {
  await migrate(driver, { readers: [], writers: [] });
  const store = createStore(driver, LIMITS_MS);
  const backend = await backendOver(store, embedder, { chunk: CHUNK, hnswMinVectors });
  return {
    store,
    backend,
    queryWithoutJit: (sql, values) => driver.transaction([{ sql: 'SET LOCAL jit = off' }], (session) => session.query(sql, values)),
    async close() {
      await backend.close();
      await closeRest();
    },
  };
}
