import type { ReconcileOptions } from '../../functions/reconcile/reconcile.ts';

/** A reconcile that removes what may be removed, and waits for nothing. */
export const RECONCILE: Pick<ReconcileOptions, 'dryRun' | 'force' | 'limits' | 'signal' | 'waits'> = {
  dryRun: false,
  force: false,
  limits: { maxRemovedShare: 0.2, maxRemoved: 50 },
  signal: new AbortController().signal,
  waits: [],
};
