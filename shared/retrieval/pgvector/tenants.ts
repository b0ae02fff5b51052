import { Unavailable } from '../../errors.ts';
import type { DropReport } from '../backend.ts';
import type { Store } from './store/store.ts';

export interface Tenants {
  /** Does work that writes rows of a tenant, once there is room for them. */
  withRoom<T>(tenant: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** Erases a tenant whole. */
  drop(tenant: string, signal: AbortSignal): Promise<DropReport>;
}

/** Makes room for tenants, and takes it away. That there is room is remembered, and looked up again when it turns out to be gone. */
export function createTenants(store: Store): Tenants {
  const known = new Set<string>();
  const makeRoom = async (tenant: string, signal: AbortSignal) => {
    if (known.has(tenant)) return;
    // In a transaction of its own: it locks what every tenant shares.
    await store.writing(tenant, signal, (session) => session.query('SELECT kb_add_tenant($1)', [tenant]));
    known.add(tenant);
  };
  return {
    async withRoom(tenant, signal, work) {
      await makeRoom(tenant, signal);
      try {
        return await work();
      } catch (error) {
        if (!isWithoutRoom(error)) throw error;
        // Another process has dropped the tenant since; its documents are in the bucket again, or still.
        known.delete(tenant);
        await makeRoom(tenant, signal);
        return work();
      }
    },
    async drop(tenant, signal) {
      const report = await store.writing(tenant, signal, async (session) => {
        const [row] = await session.query<DropReport>(
          `SELECT (SELECT count(*) FROM kb_document WHERE tenant = $1 AND state <> 'deleted')::int AS documents,
             (SELECT count(*) FROM kb_document WHERE tenant = $1 AND state = 'deleted')::int AS tombstones,
             (SELECT count(*) FROM kb_chunk WHERE tenant = $1)::int AS chunks,
             (SELECT count(*) FROM kb_embedding WHERE tenant = $1)::int AS embeddings`,
          [tenant],
        );
        await session.query('SELECT kb_drop_tenant($1)', [tenant]);
        return row;
      });
      known.delete(tenant);
      return report ?? { documents: 0, tombstones: 0, chunks: 0, embeddings: 0 };
    },
  };
}

/** SQLSTATE 23514 is a failed check; for a partitioned table, that no partition takes the row. 42P01: no such table, any more. */
const isWithoutRoom = (error: unknown): boolean => {
  const cause = error instanceof Unavailable ? error.cause : error;
  return cause instanceof Error && 'code' in cause && (cause.code === '23514' || cause.code === '42P01');
};
