import { afterAll, beforeAll, expect } from 'vitest';
import type { Caller } from '../../shared/caller.ts';
import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import type { RankedHit } from '../../shared/retrieval/pool.ts';
import { PROFILES, type Profile } from '../../shared/retrieval/profiles.ts';
import { retrieve } from '../../shared/retrieval/retrieve.ts';
import { type CountingEmbedder, countingEmbedder } from '../fakes/embedder.ts';
import { queryOf } from '../support/query.ts';

/** Opens a backend with nothing in it. */
export type Open = (embedder: CountingEmbedder) => Promise<{ readonly backend: RetrievalBackend }>;

export const never = new AbortController().signal;
export const BILLING =
  '# Billing\n\n## Refunds\n\nRefunds go back to the original card.\n\n## Chargebacks\n\nA chargeback is opened by the bank of the buyer.\n';

/** A profile that asks every arm of a backend. */
export const profileFor = ({ arms }: Pick<RetrievalBackend, 'arms'>): Profile =>
  arms.some(({ name }) => name === 'managed') ? PROFILES.managed : PROFILES.balanced;

/** The backend that a part of the contract is about, open from its first test to its last, and how that part uses it. */
export function subjectOf(open: Open) {
  let backend: RetrievalBackend;
  let embedder: CountingEmbedder;
  let tenants = 0;
  beforeAll(async () => {
    embedder = countingEmbedder();
    ({ backend } = await open(embedder));
  });
  afterAll(() => backend.close());

  return {
    get backend() {
      return backend;
    },
    get embedder() {
      return embedder;
    },
    /** A tenant that no other test has touched. */
    newTenant: () => `tenant-${++tenants}`,
    /** What the whole search finds, nothing left out. */
    async search(caller: Caller, text: string, limit = 10): Promise<readonly RankedHit[]> {
      const { hits, degraded } = await retrieve(queryOf(caller, text, { limit }), {
        backend,
        profile: profileFor(backend),
        timeoutMs: 20_000,
      });
      expect(degraded).toEqual([]);
      return hits;
    },
    /** What each arm finds by itself, in document ids. */
    inEachArm: (caller: Caller, text: string) =>
      Promise.all(
        backend.arms.map(async (arm) => {
          const { candidates } = await arm.search(queryOf(caller, text));
          const read = await backend.read(queryOf(caller, text), candidates, never);
          return read.flatMap((hit) => hit?.documentId ?? []);
        }),
      ),
    texts: (hits: readonly RankedHit[]) => hits.map(({ text }) => text).join('\n'),
  };
}
