import { describe, expect, it } from 'vitest';
import { explain, placementOf } from '../../../functions/search/explain.ts';
import { explanation, placement } from '../../../functions/search/schemas.ts';
import { makeCaller } from '../../../shared/caller.ts';
import type { Arm, Candidate } from '../../../shared/retrieval/backend.ts';
import type { Cached } from '../../../shared/retrieval/cache.ts';
import { PROFILES, type Profile } from '../../../shared/retrieval/profiles.ts';
import { type RetrieveOptions, retrieve } from '../../../shared/retrieval/retrieve.ts';
import { queryOf } from '../../support/query.ts';

/** An arm that finds these, the first with the score 1, the next with ½, …, or with none. */
const finds = (
  name: string,
  ids: readonly string[],
  more: { readonly scored?: boolean; readonly isEmbeddingCached?: boolean } = {},
): Arm => ({
  name,
  search: async ({ limit }) => ({
    candidates: ids
      .slice(0, limit)
      .map((id, i): Candidate => ({ id, version: 'v', ...(more.scored === false ? {} : { score: 1 / (i + 1) }) })),
    path: `path of ${name}`,
    scanned: 7,
    ...(more.isEmbeddingCached ? { isEmbeddingCached: true } : {}),
  }),
});
const ARMS = [
  finds('lexical', ['a', 'b', 'c']),
  finds('dense', ['c', 'a', 'd'], { isEmbeddingCached: true }),
  finds('identifier', ['d'], { scored: false }),
];

async function search(
  profile: Profile,
  more: Partial<RetrieveOptions & { readonly arms: readonly Arm[]; readonly limit: number }> = {},
): Promise<Cached> {
  const { arms = ARMS, limit = 10, ...options } = more;
  const backend: RetrieveOptions['backend'] = {
    arms,
    read: async (_, candidates) =>
      candidates.map(({ id }) => ({
        id,
        documentId: id,
        section: 'S',
        text: `text of ${id}`,
        source: { title: 'T', uri: 'u', updatedAt: new Date(0) },
        metadata: {},
      })),
    compare: async (_, candidates) => ({ relevance: candidates.map((__, i) => i / 10), similarity: () => 0 }),
  };
  const query = queryOf(makeCaller('acme', [], 'me'), 'x', { limit, explain: true });
  return { ...(await retrieve(query, { backend, profile, timeoutMs: 5_000, ...options })), isRepeat: false };
}
const placementsOf = (found: Cached, profile: Profile) => new Map(found.hits.map((hit) => [hit.id, placementOf(hit, found, profile)]));

/** What an expression like `1/(60+1) + 0.5/(60+3)` comes to. */
const sumOf = (written: string): number =>
  written.split(' + ').reduce((sum, term) => {
    const [, weight, k, rank] = /^([\d.]+)\/\((\d+)\+(\d+)\)$/.exec(term) ?? [];
    return sum + Number(weight) / (Number(k) + Number(rank));
  }, 0);

describe('the placement of a passage', () => {
  it('writes its score as a sum of what each arm added', async () => {
    const profile: Profile = {
      ...PROFILES.balanced,
      arms: { lexical: { depth: 9, weight: 1 }, dense: { depth: 9, weight: 0.25 }, identifier: { depth: 9, weight: 3 } },
    };
    const placements = placementsOf(await search(profile), profile);
    expect(placements.get('d')?.fused).toEqual({ rank: 1, score: 0.25 / (60 + 3) + 3 / (60 + 1), sum: '0.25/(60+3) + 3/(60+1)' });
    expect(placements.get('b')?.fused).toEqual({ rank: 4, score: 1 / (60 + 2), sum: '1/(60+2)' });
  });

  it.each(Object.values<Profile>(PROFILES))('writes sums that come to the scores with the profile $name', async (profile) => {
    const own = 'managed' in profile.arms ? { arms: [finds('managed', ['a', 'b', 'c', 'd'])] } : {};
    const placements = placementsOf(await search(profile, own), profile);
    expect([...placements.keys()].sort()).toEqual(['a', 'b', 'c', 'd']);
    for (const { fused } of placements.values()) expect(sumOf(fused.sum)).toBeCloseTo(fused.score, 12);
  });

  it('writes the first stage into the sum too', async () => {
    const { templated } = PROFILES;
    const placements = placementsOf(await search(templated, { limit: 3, arms: [finds('lexical', ['a', 'b', 'c'])] }), templated);
    expect(placements.get('c')).toMatchObject({
      arms: { lexical: { rank: 3, score: 1 / 3 }, sweep: { rank: 1 } },
      fused: { sum: '0.52/(60+3) + 0.48/(60+1)' },
    });
  });

  it('has the rank and the score of each arm that found it, where the arm has scores', async () => {
    const placements = placementsOf(await search(PROFILES.balanced), PROFILES.balanced);
    expect(placements.get('a')?.arms).toEqual({ lexical: { rank: 1, score: 1 }, dense: { rank: 2, score: 1 / 2 } });
    expect(placements.get('d')?.arms).toEqual({ dense: { rank: 3, score: 1 / 3 }, identifier: { rank: 1 } });
  });

  it('has its places after diversity and after the ranking model', async () => {
    const profile: Profile = { ...PROFILES.balanced, mmr: { lambda: 1, depth: 2 } };
    const ranker = {
      model: 'm',
      rank: async (_: string, records: readonly { readonly id: string }[]) =>
        records.map(({ id }) => ({ id, score: id === 'b' ? 0.9 : 0.1 })).sort((x, y) => y.score - x.score),
      close: async () => {},
    };
    const found = await search(profile, { ranker });
    const placements = placementsOf(found, profile);
    expect(found.hits[0]?.id).toBe('b');
    expect(placements.get('b')).toMatchObject({ fused: { rank: 4 }, rerank: { rank: 1, score: 0.9 } });
    expect(placements.get('b')).not.toHaveProperty('mmr');
    expect(placements.get('d')).toMatchObject({ fused: { rank: 1 }, mmr: { rank: 1 } });
  });

  it('is what the reply says it is', async () => {
    for (const shown of placementsOf(await search(PROFILES.templated), PROFILES.templated).values()) {
      expect(placement.parse(shown)).toEqual(shown);
    }
  });
});

describe('the explanation of a search', () => {
  it('has each arm, the times of its stages in milliseconds, and what was at hand', async () => {
    const found = await search(PROFILES.balanced);
    const shown = explain({ ...found, timingsMs: { lexical: 1.23456, read: 2 }, isRepeat: true }, PROFILES.balanced);
    expect(shown).toEqual({
      profile: 'balanced',
      arms: {
        lexical: { path: 'path of lexical', candidates: 3, scanned: 7 },
        dense: { path: 'path of dense', candidates: 3, scanned: 7 },
        identifier: { path: 'path of identifier', candidates: 1, scanned: 7 },
      },
      timings_ms: { lexical: 1.23, read: 2 },
      cache: { search: true, query_embedding: true },
      degraded: [],
    });
    expect(explanation.parse(shown)).toEqual(shown);
  });

  it('leaves out what an arm does not know', async () => {
    const silent: Arm = { name: 'lexical', search: async () => ({ candidates: [], path: 'no words' }) };
    const found = await search(PROFILES.balanced, { arms: [silent] });
    expect(explain(found, PROFILES.balanced)).toMatchObject({
      arms: { lexical: { path: 'no words', candidates: 0 } },
      cache: { search: false, query_embedding: false },
    });
    expect(explain(found, PROFILES.balanced).arms.lexical).not.toHaveProperty('scanned');
  });
});
