import { failed, type Outcome, ok } from '../../../preflight/check.ts';
import type { Store } from '../store/store.ts';

/** What instances may take of all connections: the rest is for deployments, migrations and people. Terraform checks the same. */
const SHARE = 0.85;

/** How many instances the server has connections for. */
export async function checkConnections(store: Store, poolMax: number, signal: AbortSignal): Promise<Outcome> {
  const [row] = await store.asLogin(signal, (session) =>
    session.query<{ most: number; used: number }>(
      `SELECT current_setting('max_connections')::int AS most,
         (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')::int AS used`,
    ),
  );
  const { most, used } = row ?? { most: 0, used: 0 };
  const instances = Math.floor((most * SHARE) / poolMax);
  const message = `${used} of ${most} in use; with DATABASE_POOL_MAX=${poolMax}, ${instances} instances of all functions fit in 85 %`;
  return instances > 0
    ? ok(message)
    : failed(`${message}.`, `Set DATABASE_POOL_MAX to ${Math.floor(most * SHARE)} or less, or raise max_connections.`);
}
