import { NotMigrated } from '../../errors.ts';
import type { Store } from './store/store.ts';

/** The last of the migrations: this code needs it, and does not mind later ones: the release before this one goes on beside them. */
export const SCHEMA = '0006-vector-index.sql';

/** That the database can be reached and has the schema of this code. Throws NotMigrated when it has not, so far, and Unavailable when it can't. */
export async function ready(store: Store, signal: AbortSignal): Promise<void> {
  const rows = await store.asLogin(signal, (session) => session.query('SELECT FROM kb_migration WHERE name = $1', [SCHEMA]));
  if (rows.length === 0) throw new NotMigrated(`The database's schema is older than ${SCHEMA}. Run \`npm run migrate\`.`);
}
