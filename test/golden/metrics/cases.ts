import fc from 'fast-check';
import { expect } from 'vitest';
import type { Metric } from '../../../golden/metrics/judgements.ts';
import type { Reference } from './reference.ts';

/** What the hand-computed cases are of: one relevant document is not found, one found is not judged, one is judged irrelevant. */
export const judged = new Map([
  ['a', 3],
  ['b', 1],
  ['c', 2],
  ['x', 0],
]);
export const ranking = ['x', 'b', 'n', 'a'];

const IDS = Array.from({ length: 12 }, (_, i) => `d${i}`);

/** Grades from unjudged (−2, −1) and irrelevant to 4; lists from none to longer than the cut, of judged documents and others. */
const cases = fc.record({
  ranking: fc.shuffledSubarray(IDS),
  qrels: fc
    .tuple(fc.shuffledSubarray(IDS), fc.array(fc.integer({ min: -2, max: 4 }), { minLength: IDS.length, maxLength: IDS.length }))
    .map(([ids, grades]) => ids.map((id, i): readonly [string, number] => [id, grades[i] ?? 0])),
  k: fc.integer({ min: 1, max: 15 }),
});

/** That a metric is what the reference says, on random lists, and between 0 and 1. */
export function expectAgreement(metric: Metric, reference: Reference): void {
  fc.assert(
    fc.property(cases, ({ ranking, qrels, k }) => {
      const value = metric(ranking, new Map(qrels), k);
      expect(value).toBeCloseTo(reference(ranking, qrels, k), 12);
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1 + 1e-12);
    }),
    { numRuns: 500 },
  );
}

/** What every metric of a ranking does with nothing and with what it can't take. */
export function expectManners(metric: Metric): void {
  expect(metric(ranking, new Map([['x', 0]]), 10)).toBe(0);
  expect(metric(ranking, new Map(), 10)).toBe(0);
  expect(metric([], judged, 10)).toBe(0);
  expect(() => metric(['a', 'b', 'a'], judged, 1)).toThrow(new RangeError('a stands in a ranking twice'));
  for (const k of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) expect(() => metric(ranking, judged, k)).toThrow(RangeError);
}
