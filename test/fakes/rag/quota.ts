import { exhausted } from './refusal.ts';

/** Calls of a sliding window; undefined is no limit. */
export interface Quota {
  readonly most: number | undefined;
  readonly windowMs: number;
  readonly now: () => number;
}

/** Counts a call, or refuses it, and then does not count it. The limit is asked for with each. */
export function createQuota(name: string, limit: () => Quota): () => void {
  const taken: number[] = [];
  return () => {
    const { most, windowMs, now } = limit();
    const from = now() - windowMs;
    while (taken[0] !== undefined && taken[0] <= from) taken.shift();
    if (most !== undefined && taken.length >= most) throw exhausted(`Quota exceeded for ${name}: ${most} in ${windowMs / 1_000} s.`);
    taken.push(now());
  };
}
