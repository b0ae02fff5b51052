import type { QueryValues } from '../metrics/mean.ts';
import { bootstrapInterval, type Interval } from './bootstrap.ts';
import { holm } from './holm.ts';
import { randomisationTest } from './randomisation.ts';
import { verdict } from './verdict.ts';

/** How a variant differs from the base, over the same queries. */
export interface Comparison {
  readonly queries: number;
  /** Mean of variant − base, in the unit of the metric. */
  readonly difference: number;
  /** Of the difference, 95 %, by the bootstrap; for this comparison by itself. */
  readonly interval: Interval;
  /** Of the randomisation test. */
  readonly p: number;
  /** After Holm's correction for all variants that were compared. */
  readonly adjustedP: number;
  /** Queries on which the variant is better, worse and the same. */
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  readonly verdict: string;
}

export interface CompareOptions {
  /** Which way the metric is good: up by default. */
  readonly better?: 'higher' | 'lower';
  /** Of both the permutations and the resamples. */
  readonly seed?: string;
  readonly permutations?: number;
  readonly resamples?: number;
}

/**
 * Each variant against the base, by name, query by query. The order of the queries does not matter. Throws RangeError when a
 * variant's queries are not those of the base, naming one, or when there are none.
 */
export function compare(
  base: QueryValues,
  variants: Readonly<Record<string, QueryValues>>,
  options: CompareOptions = {},
): Readonly<Record<string, Comparison>> {
  const sign = options.better === 'lower' ? -1 : 1;
  const raw = Object.entries(variants).map(([name, values]) => {
    const differences = pair(base, values, name);
    return { name, differences, p: randomisationTest(differences, options) };
  });
  const adjusted = holm(raw.map(({ p }) => p));
  return Object.fromEntries(
    raw.map(({ name, differences, p }, i): [string, Comparison] => {
      const difference = differences.reduce((sum, value) => sum + value, 0) / differences.length;
      const adjustedP = adjusted[i] ?? 1;
      const comparison = {
        queries: differences.length,
        difference,
        interval: bootstrapInterval(differences, options),
        p,
        adjustedP,
        wins: differences.filter((value) => sign * value > 0).length,
        losses: differences.filter((value) => sign * value < 0).length,
        ties: differences.filter((value) => value === 0).length,
        verdict: verdict(sign * difference, adjustedP),
      };
      return [name, comparison];
    }),
  );
}

/** The differences by query, in the order of the ids: the draws that follow do not depend on how a run was ordered. */
function pair(base: QueryValues, values: QueryValues, name: string): readonly number[] {
  if (base.size === 0) throw new RangeError('there is no query to compare');
  const stray = [...values.keys()].find((id) => !base.has(id));
  if (stray !== undefined) throw new RangeError(`${name} has query ${stray}, which the base has not`);
  return [...base.keys()].sort().map((id) => {
    const [a, b] = [base.get(id), values.get(id)];
    if (a === undefined || b === undefined) throw new RangeError(`${name} lacks query ${id}, which the base has`);
    return b - a;
  });
}
