import pg from 'pg';
import { parseConfig } from '../../shared/config.ts';
import { migrateDatabase, openBackend } from '../../shared/retrieval/open.ts';
import { startFakePostgres } from '../fakes/postgres.ts';
import type { Environment } from './bundles.ts';
import { documentOf } from './documents.ts';
import { newDatabaseUrl, quiet } from './stores.ts';

export interface DeployedDatabase {
  readonly name: string;
  /** What leads a bundle to it. */
  readonly env: Environment;
  /** Whether two processes can have it open at once. */
  readonly isShared: boolean;
  close(): Promise<void>;
}

/** A database of its own for bundles: on the server of TEST_DATABASE_URL, or else a faked one. */
export const openDatabase = (): Promise<DeployedDatabase> => (process.env.TEST_DATABASE_URL ? nativeDatabase() : fakedDatabase());

async function fakedDatabase(): Promise<DeployedDatabase> {
  const { url, close } = await startFakePostgres();
  return { name: 'PGlite behind a socket', env: { DATABASE_URL: url, DATABASE_POOL_MAX: '1' }, isShared: false, close };
}

async function nativeDatabase(): Promise<DeployedDatabase> {
  const url = await newDatabaseUrl();
  const close = async () => {
    const admin = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
    await admin.connect();
    await admin.query(`DROP DATABASE ${url.pathname.slice(1)} WITH (FORCE)`);
    await admin.end();
  };
  return { name: 'native Postgres', env: { DATABASE_URL: url.href }, isShared: true, close };
}

/** The schema and a document to find, put in by the service's own code. The model is where GOOGLE_GEMINI_BASE_URL says. */
export async function seed(env: Environment, passage: string): Promise<void> {
  process.env.GOOGLE_GEMINI_BASE_URL = env.GOOGLE_GEMINI_BASE_URL;
  const config = parseConfig(env);
  await migrateDatabase(config, quiet);
  const backend = await openBackend(config, quiet);
  await backend.put(documentOf(`# Pump\n\n${passage}\n`), new AbortController().signal);
  await backend.close();
}
