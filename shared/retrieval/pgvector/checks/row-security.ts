import { failed, type Outcome, ok } from '../../../preflight/check.ts';
import type { Store } from '../store/store.ts';

/** Whether row-level security binds everybody, the owner too, on every table and partition of documents. */
export async function checkRowSecurity(store: Store, signal: AbortSignal): Promise<Outcome> {
  const rows = await store.asLogin(signal, (session) =>
    session.query<{ name: string; bound: boolean }>(
      `SELECT quote_ident(relname) AS name, relrowsecurity AND relforcerowsecurity AS bound FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname ~ '^kb_(document|identifier|chunk|embedding)(_|$)'
       ORDER BY relname`,
    ),
  );
  const open = rows.filter(({ bound }) => !bound).map(({ name }) => name);
  if (open.length === 0) return ok(`forced on ${rows.length} tables and partitions`);
  return failed(
    `Row-level security is not forced on ${open.join(', ')}.`,
    `As the owner:\n${open.map((name) => `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;`).join('\n')}`,
  );
}
