import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { parseConfig } from '../../shared/config.ts';
import { openReader } from '../../shared/documents/read.ts';
import { createLog } from '../../shared/log.ts';
import type { Embedder } from '../../shared/models/embed/embedder.ts';
import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { createPgvectorBackend, type PgvectorOptions } from '../../shared/retrieval/pgvector/backend.ts';
import { openEmbedded } from '../../shared/retrieval/pgvector/store/embedded.ts';
import { migrate } from '../../shared/retrieval/pgvector/store/migrate.ts';
import { openPostgres } from '../../shared/retrieval/pgvector/store/postgres.ts';
import { createStore, type Driver, type Store } from '../../shared/retrieval/pgvector/store/store.ts';
import { databaseImage } from './database-image.ts';

export const quiet = createLog('CRITICAL', () => {});

const OPTIONS: Omit<PgvectorOptions, 'reader'> = {
  chunk: { maxChars: 1_200, targetChars: 650, overlapChars: 0 },
  fields: {},
  identity: 'identity',
  hnswMinVectors: 10_000,
  tombstoneDays: 32,
};

export interface TestBackend {
  readonly backend: RetrievalBackend;
  /** As the owner of the schema, past every policy. */
  readonly driver: Driver;
}

/** A backend over a database of its own, in this process and in memory. */
export async function embeddedBackend(embedder: Embedder, options: Partial<PgvectorOptions> = {}): Promise<TestBackend> {
  return backendOn(await openEmbedded(undefined, await databaseImage()), embedder, options);
}

/** A backend over a new database on the server of TEST_DATABASE_URL. */
export async function nativeBackend(embedder: Embedder, options: Partial<PgvectorOptions> = {}): Promise<TestBackend> {
  const { href } = await newDatabaseUrl();
  return backendOn(await openPostgres({ kind: 'url', url: href, poolMax: 6 }, quiet), embedder, options);
}

/** How the names of a run's databases begin: see test/native/drop-databases.ts. */
export const databasesOf = (run: string): string => `test_${run}_`;

/** The server of TEST_DATABASE_URL, as its owner. */
export const serverUrl = (): URL => new URL(process.env.TEST_DATABASE_URL ?? missing());

/** The address of a new database on that server. */
export async function newDatabaseUrl(): Promise<URL> {
  const url = serverUrl();
  const name = `${databasesOf(process.env.TEST_RUN ?? 'single')}${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  url.pathname = `/${name}`;
  return url;
}

function missing(): never {
  throw new Error('TEST_DATABASE_URL is not set. Start a server: TEST_DATABASE_URL=$(../shared/tools/postgres/start) npm run test:native');
}

async function backendOn(driver: Driver, embedder: Embedder, options: Partial<PgvectorOptions>): Promise<TestBackend> {
  await migrate(driver, { readers: [], writers: [] });
  return { driver, backend: await backendOver(createStore(driver, { read: 20_000, write: 60_000 }), embedder, options) };
}

/** A backend over a store whose schema is up to date. */
export const backendOver = async (store: Store, embedder: Embedder, options: Partial<PgvectorOptions> = {}): Promise<RetrievalBackend> =>
  createPgvectorBackend(store, embedder, { reader: await openReader(parseConfig({}).reader), ...OPTIONS, ...options });
