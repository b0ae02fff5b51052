import { expect, it } from 'vitest';
import { makeCaller } from '../../../shared/caller.ts';
import { cacheSearches } from '../../../shared/retrieval/cache.ts';
import { PROFILES } from '../../../shared/retrieval/profiles.ts';
import { queryOf } from '../../support/query.ts';

it('keeps nothing of a tenant without a version: what was found while it was first written would be found after it is erased', async () => {
  const found = ['of the first write', 'of nothing'];
  const cached = cacheSearches(async () => ({
    hits: found.splice(0, 1).map((text, i) => ({
      id: 'a:0',
      documentId: 'a',
      section: '',
      text,
      source: { title: '', uri: '', updatedAt: new Date(0) },
      metadata: {},
      fused: { id: 'a:0', score: 1, ranks: {}, rank: i + 1 },
    })),
    degraded: [],
    answers: [],
    timingsMs: {},
  }));
  const backend = { arms: [], read: async () => [], version: async () => '' };
  const ask = () => cached(queryOf(makeCaller('acme', [], 'me'), 'x'), { backend, profile: PROFILES.balanced, timeoutMs: 1_000 });
  expect(await ask()).toMatchObject({ isRepeat: false, hits: [{ text: 'of the first write' }] });
  expect(await ask()).toMatchObject({ isRepeat: false, hits: [{ text: 'of nothing' }] });
});
