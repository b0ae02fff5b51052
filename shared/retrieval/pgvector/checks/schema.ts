import { causesOf } from '../../../preflight/causes.ts';
import { failed, type Outcome, ok } from '../../../preflight/check.ts';
import { type Migration, migrationsOf } from '../store/migrate.ts';
import type { Store } from '../store/store.ts';

const MIGRATE = 'npm run migrate, as the owner of the schema (in Terraform: the job migrate).';
/** SQLSTATE: undefined_table, insufficient_privilege. */
const ABSENT = '42P01';
const CLOSED = '42501';

/** Whether every migration has been applied, as it is here. */
export async function checkSchema(store: Store, signal: AbortSignal): Promise<Outcome> {
  let migrations: readonly Migration[];
  try {
    migrations = await store.asLogin(signal, (session) => migrationsOf(session, store));
  } catch (error) {
    const codes = causesOf(error).map((cause) => ('code' in cause ? cause.code : undefined));
    if (codes.includes(ABSENT)) return failed('This database has no schema.', MIGRATE);
    if (codes.includes(CLOSED)) return failed('The schema is older than this version: which migrations it has can not be seen.', MIGRATE);
    throw error;
  }
  const named = (state: Migration['state']) => migrations.filter((migration) => migration.state === state).map(({ name }) => name);
  const [missing, changed] = [named('missing'), named('changed')];
  if (missing.length > 0) return failed(`${missing.join(', ')} missing.`, MIGRATE);
  if (changed.length > 0) {
    return failed(
      `${changed.join(', ')} changed after it was applied: the schema is not what this version takes it for.`,
      'Deploy the version that was migrated to, or bring the file back and add a new migration.',
    );
  }
  return ok(`${migrations.length} migrations, the last ${migrations.at(-1)?.name.replace('.sql', '')}`);
}
