import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { ConfigError } from '../../../config.ts';
import { MIGRATIONS_FOLDER } from './migrations-folder.ts';
import type { Driver, Session } from './store.ts';

/** Any number will do, as long as it is always the same: two migrations at once would trip over each other. */
const LOCK = 4_730_221;

/** Database roles to let in: login names that get the rights of the readers and of the writers. */
export interface Grants {
  readonly readers: readonly string[];
  readonly writers: readonly string[];
}

/**
 * Brings the schema up to date, as the role that owns it; repeatable. Returns the names of what was applied. Throws
 * ConfigError when a migration that was applied has been changed since, or pgvector is too old.
 */
export const migrate = (driver: Driver, grants: Grants): Promise<readonly string[]> =>
  driver.transaction([{ sql: `SELECT pg_advisory_xact_lock(${LOCK})` }], async (session) => {
    await session.script(
      `CREATE TABLE IF NOT EXISTS kb_migration (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
       -- Every instance looks up whether the schema is that of its code; there is nothing in it to hide.
       GRANT SELECT ON kb_migration TO PUBLIC;`,
    );
    const done: string[] = [];
    for (const { name, sql, sha256, state } of await migrationsOf(session, driver)) {
      if (state === 'applied') continue;
      if (state === 'changed') throw new ConfigError(`migrations/${name}: was changed after it was applied; add a new migration instead`);
      await session.script(sql);
      await session.query('INSERT INTO kb_migration (name, sha256) VALUES ($1, $2)', [name, sha256]);
      done.push(name);
    }
    await checkVersion(session);
    await session.script(scriptOf((await hasTextSearch(session)) ? 'lexical-bm25.sql' : 'lexical-tsvector.sql', driver));
    await grant(session, grants);
    return done;
  });

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
  /** `changed` since it was applied. */
  readonly state: 'applied' | 'changed' | 'missing';
}

/** The migrations that there are, in their order, and which of them this database has. */
export async function migrationsOf(session: Session, driver: Pick<Driver, 'vectorType'>): Promise<readonly Migration[]> {
  const rows = await session.query<{ name: string; sha256: string }>('SELECT name, sha256 FROM kb_migration');
  const applied = new Map(rows.map((row) => [row.name, row.sha256]));
  const names = readdirSync(MIGRATIONS_FOLDER).filter((file) => /^\d{4}-/.test(file));
  return names.sort().map((name) => {
    const sql = scriptOf(name, driver);
    const sha256 = createHash('sha256').update(sql).digest('hex');
    const before = applied.get(name);
    return { name, sql, sha256, state: before === undefined ? 'missing' : before === sha256 ? 'applied' : 'changed' };
  });
}

const scriptOf = (name: string, { vectorType }: Pick<Driver, 'vectorType'>): string =>
  readFileSync(new URL(name, MIGRATIONS_FOLDER), 'utf8').replaceAll('{{vector_type}}', vectorType);

/** Below 0.8 an HNSW scan can't go on when a filter took too much away: a search would quietly return too little. */
async function checkVersion(session: Session): Promise<void> {
  const [row] = await session.query<{ version: string }>("SELECT extversion AS version FROM pg_extension WHERE extname = 'vector'");
  const [major = 0, minor = 0] = (row?.version ?? '').split('.').map(Number);
  if (major === 0 && minor < 8) throw new ConfigError(`DATABASE_URL: pgvector ${row?.version} is too old; 0.8 or newer is needed`);
}

async function hasTextSearch(session: Session): Promise<boolean> {
  const rows = await session.query("SELECT FROM pg_available_extensions WHERE name = 'pg_textsearch'");
  return rows.length > 0;
}

async function grant(session: Session, { readers, writers }: Grants): Promise<void> {
  for (const [role, members] of [
    ['groundwire_reader', readers],
    ['groundwire_writer', writers],
  ] as const) {
    for (const member of members) {
      const [row] = await session.query<{ sql: string }>('SELECT format($1, $2::text) AS sql', [`GRANT ${role} TO %I`, member]);
      if (row) await session.script(row.sql);
    }
  }
}
