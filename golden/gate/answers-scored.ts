import type { AnsweredSet } from '../answers/archived.ts';
import { measuresOf } from '../answers/findings.ts';
import { WORK } from '../answers/less-is-better.ts';
import { COMPARED } from '../answers/measures.ts';
import { roundedScores } from './rounded.ts';
import type { Scored } from './verdicts.ts';

const OF_WORK: ReadonlySet<string> = new Set(WORK);

/** Tested query by query: what every question has a value of, whether or not it is answered. */
const TESTED = new Set<string>([...COMPARED, 'unresolved', 'forbidden']);

/** What answers are held to: all of what they are worth, and nothing of what they took, which is a decision and not a loss. */
export const answersScored = (set: AnsweredSet, k: number): Scored => ({
  set: set.name,
  k,
  data: set.data,
  variants: Object.fromEntries(
    set.variants.map((variant) => {
      const { metrics, byQuery } = measuresOf(set, variant);
      const worth = Object.fromEntries(Object.entries(metrics).filter(([metric]) => !OF_WORK.has(metric)));
      return [variant.name, roundedScores(worth, byQuery, TESTED)];
    }),
  ),
});
