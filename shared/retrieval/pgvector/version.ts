import type { Store } from './store/store.ts';

/** The number that changes with every change of a tenant's documents: see migration 0005. */
export async function versionOf(store: Store, tenant: string, signal: AbortSignal): Promise<string> {
  const [row] = await store.reading({ tenant, groups: [] }, signal, (session) =>
    session.query<{ version: string | null }>('SELECT sum(version)::text AS version FROM kb_version WHERE tenant = $1', [tenant]),
  );
  return row?.version ?? '';
}
