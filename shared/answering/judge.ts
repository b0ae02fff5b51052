import type { Turn } from './turn.ts';

/** What a judge found of some claims. */
export interface Judged {
  /** How many of them the passages support. */
  readonly supported: number;
  readonly costUsd: number | undefined;
}

/**
 * Tells how many claims stand in the passages that an answer was written from: not whether they are true. Undefined where it could not be
 * told. Throws what reaching a model throws. One for what is judged online and for the golden sets.
 */
export type Judge = (claims: readonly string[], passages: readonly string[], signal: AbortSignal) => Promise<Judged | undefined>;

/** What there is to judge of an answer: what it says that was held against passages, and what it was given. */
export const judgedOf = ({ verdicts, given }: Pick<Turn, 'verdicts' | 'given'>) => ({
  claims: verdicts.filter(({ status }) => status === 'supported').map(({ said }) => said),
  passages: Array.from(given.values(), ({ text }) => text),
});
