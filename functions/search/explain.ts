import type { z } from 'zod';
import type { Cached } from '../../shared/retrieval/cache.ts';
import type { RankedHit } from '../../shared/retrieval/pool.ts';
import type { Profile } from '../../shared/retrieval/profiles.ts';
import type { explanation, placement } from './schemas.ts';

/** How a search went, as a reply and the log show it. */
export const explain = ({ answers, timingsMs, isRepeat, degraded }: Cached, { name }: Profile): z.input<typeof explanation> => ({
  profile: name,
  arms: Object.fromEntries(
    answers.map(({ arm, found: { path, candidates, scanned } }) => [
      arm,
      { path, candidates: candidates.length, ...(scanned === undefined ? {} : { scanned }) },
    ]),
  ),
  timings_ms: Object.fromEntries(Object.entries(timingsMs).map(([stage, ms]) => [stage, Math.round(ms * 100) / 100])),
  cache: { search: isRepeat, query_embedding: answers.some(({ found }) => found.isEmbeddingCached) },
  degraded: [...degraded],
});

/** Where a passage stood in each arm, in the fusion and after. */
export function placementOf({ id, fused, mmr, rerank }: RankedHit, { answers }: Cached, profile: Profile): z.input<typeof placement> {
  const scores = new Map(answers.map(({ arm, found }) => [arm, found.candidates.find((candidate) => candidate.id === id)?.score]));
  const weightOf = (arm: string) => (arm === 'sweep' ? profile.sweep?.weight : profile.arms[arm]?.weight);
  return {
    arms: Object.fromEntries(
      Object.entries(fused.ranks).map(([arm, rank]) => {
        const score = scores.get(arm);
        return [arm, { rank, ...(score === undefined ? {} : { score }) }];
      }),
    ),
    fused: {
      rank: fused.rank,
      score: fused.score,
      sum: Object.entries(fused.ranks)
        .map(([arm, rank]) => `${weightOf(arm)}/(${profile.k}+${rank})`)
        .join(' + '),
    },
    ...(mmr === undefined ? {} : { mmr: { rank: mmr } }),
    ...(rerank === undefined ? {} : { rerank }),
  };
}
