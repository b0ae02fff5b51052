import { type Judgements, type Metric, relevantCount } from './judgements.ts';

/** A metric's value for each query that it is defined for, by the query's id. */
export type QueryValues = ReadonlyMap<string, number>;

interface Judged {
  readonly id: string;
  readonly judged: Judgements;
}

/**
 * A metric of each query, given the rankings by query id. A query that was not run counts as an empty ranking, 0, as with
 * trec_eval `-c`: a system that falls silent on what it finds hard gains nothing by it. A query to which nothing is judged
 * relevant has no value: no ranking could be right or wrong. (trec_eval counts it 0 when the judgements name it at all.)
 * Rankings of other queries are passed over, as trec_eval does. Throws RangeError when two queries have the same id, and
 * what the metric throws.
 */
export function valuesOf(
  metric: Metric,
  k: number,
  queries: readonly Judged[],
  rankings: ReadonlyMap<string, readonly string[]>,
): QueryValues {
  const values = new Map<string, number>();
  const seen = new Set<string>();
  for (const { id, judged } of queries) {
    if (seen.has(id)) throw new RangeError(`two queries have the id ${id}`);
    seen.add(id);
    if (relevantCount(judged) > 0) values.set(id, metric(rankings.get(id) ?? [], judged, k));
  }
  return values;
}

/** The arithmetic mean over the queries that have a value. Throws RangeError when none has: 0 would pass for a score. */
export function meanOf(values: QueryValues): number {
  if (values.size === 0) throw new RangeError('no query has a value');
  let sum = 0;
  for (const value of values.values()) sum += value;
  return sum / values.size;
}
