import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const MIGRATIONS = new URL('../../../shared/retrieval/pgvector/migrations/', import.meta.url).pathname;

/** A name for what is loaded from these parameters into tables of these migrations: another content is another name. */
export function contentName(parameters: Readonly<Record<string, string | number>>): string {
  const hash = createHash('sha256').update(JSON.stringify(Object.entries(parameters).sort()));
  for (const name of globSync('*.sql', { cwd: MIGRATIONS }).sort()) hash.update(name).update(readFileSync(join(MIGRATIONS, name)));
  return `groundwire_bench_${hash.digest('hex').slice(0, 10)}`;
}

/** The address of the database of that name on the server of `url`; makes it when it is not there. */
export async function databaseUrl(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (!rowCount) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
