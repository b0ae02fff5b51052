import type { QueryValues } from '../metrics/mean.ts';
import type { Scores } from './baseline.ts';

/** To the places that a baseline has; by query those metrics alone that are tested query by query. */
export const roundedScores = (
  scores: Readonly<Record<string, number>>,
  byQuery: Readonly<Record<string, QueryValues>>,
  tested: ReadonlySet<string>,
): Scores => ({
  scores: Object.fromEntries(Object.entries(scores).map(([metric, value]) => [metric, rounded(value)])),
  byQuery: Object.fromEntries(
    Object.entries(byQuery)
      .filter(([metric]) => tested.has(metric))
      .map(([metric, values]) => [metric, Object.fromEntries(Array.from(values, ([id, value]) => [id, rounded(value)]))]),
  ),
});

const rounded = (value: number): number => Number(value.toFixed(4));
