import { Unavailable } from '../errors.ts';
import type { Answer, Timed } from './ask.ts';
import type { Candidate, Nearness, Query, RetrievalBackend } from './backend.ts';
import { diversify } from './diversify.ts';
import { type Fused, fuse, type Ranking } from './fuse.ts';
import type { Profile } from './profiles.ts';

type Compare = Pick<RetrievalBackend, 'compare'>;

export interface FusedList {
  /** Best first. */
  readonly fused: readonly Fused[];
  /** By id: where maximal marginal relevance put it, from 1, if it looked at it. */
  readonly mmr: ReadonlyMap<string, number>;
  /** Stages that were left out, with the reason. */
  readonly left: Readonly<Record<string, Unavailable>>;
}

/** One list of what the arms found, by the profile: its first stage, its fusion and its diversity. */
export async function fuseAnswers(
  answers: readonly Answer[],
  query: Query,
  profile: Profile,
  backend: Compare,
  timed: Timed,
): Promise<FusedList> {
  const byId = candidatesOf(answers);
  const left: Record<string, Unavailable> = {};
  const near = async (stage: string, candidates: readonly Candidate[]): Promise<Nearness | undefined> => {
    if (candidates.length === 0) return undefined;
    try {
      if (!backend.compare) throw new Unavailable('This backend does not tell how near passages are to each other.');
      return await timed(stage, backend.compare(query, candidates));
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      left[stage] = error;
      return undefined;
    }
  };

  const { sweep, mmr } = profile;
  const rankings: Ranking[] = answers.map(({ arm, found }) => ({
    arm,
    ids: found.candidates.slice(0, sweep?.arm === arm ? profile.arms[arm]?.depth : undefined).map(({ id }) => id),
  }));
  const weights: Record<string, number> = Object.fromEntries(Object.entries(profile.arms).map(([arm, { weight }]) => [arm, weight]));
  if (sweep) {
    const swept = answers.find(({ arm }) => arm === sweep.arm)?.found.candidates.slice(0, sweep.depth) ?? [];
    const nearness = await near('sweep', swept);
    if (nearness)
      rankings.push({
        arm: 'sweep',
        ids: diversify(nearness.relevance, nearness.similarity, sweep).flatMap((place) => swept[place]?.id ?? []),
      });
    weights.sweep = sweep.weight;
  }
  const fused = fuse(rankings, weights, profile.k);
  if (!mmr) return { fused, mmr: new Map(), left };

  const head = fused.slice(0, mmr.depth);
  const nearness = await near(
    'mmr',
    head.flatMap(({ id }) => byId.get(id) ?? []),
  );
  if (!nearness) return { fused, mmr: new Map(), left };
  const best = head[0]?.score ?? 1;
  const places = diversify(
    head.map(({ score }) => score / best),
    nearness.similarity,
    { ...mmr, keep: head.length },
  );
  const diverse = places.flatMap((place) => head[place] ?? []);
  return { fused: [...diverse, ...fused.slice(mmr.depth)], mmr: new Map(diverse.map(({ id }, i) => [id, i + 1])), left };
}

/** Every candidate once, by its id. */
export const candidatesOf = (answers: readonly Answer[]): ReadonlyMap<string, Candidate> =>
  new Map(answers.flatMap(({ found }) => found.candidates.map((candidate) => [candidate.id, candidate])));
