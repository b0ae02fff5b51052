import type { Store } from './store/store.ts';

/** As in autovacuum: so many changes, and a share of what is there, before statistics are worth taking again. */
const LEAST_CHANGES = 100;
const SHARE = 0.5;

/** Told of every chunk that was written; takes a tenant's planner statistics when enough has changed. */
export type KeepStatistics = (tenant: string, chunks: number, signal: AbortSignal) => Promise<void>;

/**
 * For a database without autovacuum. A partition without statistics is planned as if it held a row, and a dense search
 * of 545 chunks took 100 ms instead of 6.
 */
export function createStatisticsKeeper(store: Store): KeepStatistics {
  const seen = new Map<string, { written: number; changed: number }>();
  return async (tenant, chunks, signal) => {
    const counts = seen.get(tenant) ?? { written: 0, changed: 0 };
    seen.set(tenant, counts);
    counts.changed += chunks;
    if (counts.changed < LEAST_CHANGES + SHARE * counts.written) return;
    counts.written += counts.changed;
    counts.changed = 0;
    await store.writing(tenant, signal, (session) => session.query('SELECT kb_analyze_tenant($1)', [tenant]));
  };
}

/** For a server, whose autovacuum does it. */
export const leaveStatistics: KeepStatistics = async () => {};
