import type { Candidate, Hit, RetrievalBackend, Scope } from './backend.ts';
import { createDistinct } from './distinct.ts';
import type { Fused } from './fuse.ts';

export interface RankedHit extends Hit {
  readonly fused: Fused & { readonly rank: number };
  /** The place that maximal marginal relevance gave it, from 1. */
  readonly mmr?: number;
  readonly rerank?: { readonly rank: number; readonly score: number };
}

export interface Pool {
  /** Passages that say something new, best first. */
  readonly fresh: readonly RankedHit[];
  /** Passages that resemble one of those: only to fill a list that would stay short. */
  readonly spare: readonly RankedHit[];
  /** Whether a passage was not there any more as it was ranked. */
  hasChanged(): boolean;
  /** Reads on down a fused list, past what was read before, until there are `wanted` fresh ones. */
  fill(list: PooledList, candidates: ReadonlyMap<string, Candidate>, wanted: number): Promise<void>;
}

export interface PooledList {
  readonly fused: readonly Fused[];
  readonly mmr: ReadonlyMap<string, number>;
}

/** The passages of one search, in the order in which their ranks brought them. */
export function createPool(scope: Scope & { readonly signal: AbortSignal }, backend: Pick<RetrievalBackend, 'read'>): Pool {
  const fresh: RankedHit[] = [];
  const spare: RankedHit[] = [];
  const seen = new Set<string>();
  const isNew = createDistinct();
  let changed = false;
  return {
    fresh,
    spare,
    hasChanged: () => changed,
    async fill({ fused, mmr }, candidates, wanted) {
      const unread = fused.map((entry, i) => ({ ...entry, rank: i + 1 })).filter(({ id }) => !seen.has(id));
      for (let from = 0; from < unread.length && fresh.length < wanted; ) {
        const missing = wanted - fresh.length;
        const batch = unread.slice(from, from + missing + Math.ceil(missing / 2));
        from += batch.length;
        const read = await backend.read(
          scope,
          batch.flatMap(({ id }) => candidates.get(id) ?? []),
          scope.signal,
        );
        for (const [i, hit] of read.entries()) {
          const entry = batch[i];
          if (!entry) continue;
          seen.add(entry.id);
          if (!hit) {
            changed = true;
            continue;
          }
          const place = mmr.get(entry.id);
          const ranked: RankedHit = { ...hit, fused: entry, ...(place === undefined ? {} : { mmr: place }) };
          const kind = isNew(hit);
          if (kind === 'new') fresh.push(ranked);
          if (kind === 'resembles') spare.push(ranked);
        }
      }
    },
  };
}
