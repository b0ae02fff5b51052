import { Unavailable } from '../errors.ts';
import type { Arm, Found, Query } from './backend.ts';
import type { Profile } from './profiles.ts';

/** What an arm was asked for and found; `error` where it was not available. */
export interface Answer {
  readonly arm: string;
  readonly depth: number;
  readonly found: Found;
  readonly error?: Unavailable;
}

/** Rounds after which a list that is not full stays so. */
export const MOST_ROUNDS = 3;
const DEEPER = 4;
const NOTHING: Found = { candidates: [], path: 'not available' };

/** Measures a stage. */
export type Timed = <T>(stage: string, work: Promise<T>) => Promise<T>;

/** Whether the arm had no more to give. */
const isExhausted = ({ found, depth, error }: Answer): boolean => error !== undefined || found.candidates.length < depth;

/** How far down an arm goes: to the depth of the profile at first, and four times as far in each round that follows. */
export function depthOf(profile: Profile, arm: string, round: number, wanted: number): number {
  const { depth = 0, weight = 0 } = profile.arms[arm] ?? {};
  const swept = profile.sweep?.arm === arm ? profile.sweep.depth : 0;
  if (weight <= 0 && swept === 0) return 0;
  const first = Math.max(depth, swept);
  return round === 0 ? first : Math.max(first, wanted) * DEEPER ** round;
}

/** Whether every arm of the profile has been asked and has no more to give. */
export const isAllFound = (arms: readonly Arm[], profile: Profile, answers: readonly Answer[]): boolean =>
  arms.every(({ name }) => (profile.arms[name]?.weight ?? 0) <= 0 || answers.some((answer) => answer.arm === name && isExhausted(answer)));

/**
 * Asks the arms side by side, each for as much as `depth` says; those that are exhausted keep the answer they gave `before`. An arm that
 * is not available is answered for with nothing. Throws whatever else an arm throws, and Unavailable when no arm is left.
 */
export async function ask(
  arms: readonly Arm[],
  query: Omit<Query, 'limit'>,
  depth: (arm: string) => number,
  before: readonly Answer[],
  timed: Timed,
): Promise<readonly Answer[]> {
  const stop = new AbortController();
  const signal = AbortSignal.any([query.signal, stop.signal]);
  const asked = arms.filter(({ name }) => depth(name) > 0);
  const answers = await Promise.all(
    asked.map(async (arm): Promise<Answer | { readonly bug: unknown }> => {
      const known = before.find((answer) => answer.arm === arm.name);
      if (known && isExhausted(known)) return known;
      const limit = depth(arm.name);
      try {
        return { arm: arm.name, depth: limit, found: await timed(arm.name, arm.search({ ...query, limit, signal })) };
      } catch (error) {
        if (error instanceof Unavailable) return { arm: arm.name, depth: limit, found: NOTHING, error };
        // The other arms need not go on when the search as a whole can't.
        stop.abort(error);
        return { bug: error };
      }
    }),
  );
  query.signal.throwIfAborted();
  const given: Answer[] = [];
  for (const answer of answers) {
    if ('bug' in answer) throw answer.bug;
    given.push(answer);
  }
  if (given.length > 0 && given.every(({ error }) => error)) {
    throw new Unavailable('No way of searching is available right now. Try again in a moment.', { cause: given[0]?.error });
  }
  return given;
}
