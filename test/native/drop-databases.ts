import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { databasesOf, serverUrl } from '../support/stores.ts';

/** Names the databases of this run, and drops them after it. */
export default function setup(): () => Promise<void> {
  const run = randomBytes(4).toString('hex');
  process.env.TEST_RUN = run;
  return async () => {
    const client = new pg.Client({ connectionString: serverUrl().href });
    await client.connect();
    const { rows } = await client.query<{ name: string }>('SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)', [
      databasesOf(run),
    ]);
    for (const { name } of rows) await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await client.end();
  };
}
