import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { type Config, parseConfig } from '../../shared/config.ts';
import { migrateDatabase } from '../../shared/retrieval/open.ts';
import { newDatabaseUrl, quiet } from './stores.ts';

const NAMES = ['owner', 'service', 'reader', 'writer', 'stranger'] as const;
export type UserName = (typeof NAMES)[number];

/**
 * A database as on Cloud SQL, from a file's first test to its last: the schema's owner is no superuser, and the services log in
 * as users of their own, let in to read and write (`service`), to one of them, or not at all (`stranger`).
 */
export function databaseUsers() {
  const suffix = Math.random().toString(36).slice(2, 8);
  const loginOf = (name: UserName) => `gw_${name}_${suffix}`;
  const users = NAMES.map(loginOf);
  let url: URL;
  let admin: pg.Client;
  const urlOf = (name: UserName): string => {
    const login = new URL(url);
    login.username = loginOf(name);
    return login.href;
  };
  const as = (name: UserName, more: Readonly<Record<string, string>> = {}): Config => parseConfig({ DATABASE_URL: urlOf(name), ...more });
  /** As its owner, with these as DATABASE_READERS and DATABASE_WRITERS, as carelessly written as settings may be. */
  const migrateFor = async ({ readers, writers }: { readonly readers: readonly UserName[]; readonly writers: readonly UserName[] }) => {
    const names = { DATABASE_READERS: readers.map(loginOf).join(','), DATABASE_WRITERS: `${writers.map(loginOf).join(', ')},` };
    await migrateDatabase(as('owner', names), quiet);
  };
  beforeAll(async () => {
    url = await newDatabaseUrl();
    admin = new pg.Client({ connectionString: url.href });
    await admin.connect();
    await admin.query('CREATE EXTENSION vector');
    for (const user of users) await admin.query(`CREATE ROLE ${user} LOGIN ${user === loginOf('owner') ? 'CREATEROLE' : ''}`);
    await admin.query(`ALTER SCHEMA public OWNER TO ${loginOf('owner')}`);
    // The roles belong to the server, not to this database: another test's owner may have made them.
    for (const role of ['groundwire_reader', 'groundwire_writer']) {
      await admin.query(`DO $$ BEGIN CREATE ROLE ${role} NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`);
      await admin.query(`GRANT ${role} TO ${loginOf('owner')} WITH ADMIN OPTION`);
    }
    await migrateFor({ readers: ['service', 'reader'], writers: ['service', 'writer'] });
  });
  afterAll(async () => {
    await admin?.query(`REASSIGN OWNED BY ${loginOf('owner')} TO CURRENT_USER`);
    for (const user of users) await admin?.query(`DROP OWNED BY ${user}`).then(() => admin.query(`DROP ROLE ${user}`));
    await admin?.end();
  });
  return { loginOf, urlOf, as, migrateFor };
}
