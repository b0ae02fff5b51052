import type { Caller } from '../../shared/caller.ts';
import type { Query } from '../../shared/retrieval/backend.ts';
import { EVERYTHING } from '../../shared/retrieval/filter.ts';

const never = new AbortController().signal;

/** A question of `caller` about every document of a day. */
export const queryOf = (caller: Caller, text: string, more: Partial<Query> = {}): Query => ({
  caller,
  text,
  filter: EVERYTHING,
  day: '2026-11-30',
  limit: 10,
  signal: never,
  ...more,
});
