import { LESS_IS_BETTER_OF_ANSWERS } from './answers/less-is-better.ts';
import { askedBy } from './asked.ts';
import { averagePrecision } from './metrics/average-precision.ts';
import { hitRate } from './metrics/hit-rate.ts';
import { type Metric, relevantCount } from './metrics/judgements.ts';
import { meanOf, type QueryValues, valuesOf } from './metrics/mean.ts';
import { ndcgLinear } from './metrics/ndcg.ts';
import { precision } from './metrics/precision.ts';
import { recall } from './metrics/recall.ts';
import { reciprocalRank } from './metrics/reciprocal-rank.ts';
import type { EvaluationSet, JudgedQuery } from './questions/sets.ts';
import { DEEP, type QueryRun } from './run-query.ts';

interface Measure {
  readonly name: string;
  readonly metric: Metric;
  readonly k: number;
  /** Whether every grade counts; else only what answers the query. */
  readonly graded?: boolean;
}

/** What is measured of a list, by name. */
const measuresAt = (k: number): readonly Measure[] => [
  { name: `recall@${k}`, metric: recall, k },
  { name: `recall@${DEEP}`, metric: recall, k: DEEP },
  { name: `precision@${k}`, metric: precision, k },
  { name: 'mrr', metric: reciprocalRank, k: DEEP },
  { name: 'map', metric: averagePrecision, k: DEEP },
  { name: `ndcg@${k}`, metric: ndcgLinear, k, graded: true },
  { name: 'hit_rate', metric: hitRate, k },
];

/** What of a query's run is measured. */
export type Judged = Pick<QueryRun, 'id' | 'ranking' | 'passages' | 'leaks'>;

/** The metric that variants are compared by. */
export const mainMetric = (k: number): string => `ndcg@${k}`;

/** Metrics of which less is better. */
export const LESS_IS_BETTER: ReadonlySet<string> = new Set(['answered', 'leaks', ...LESS_IS_BETTER_OF_ANSWERS]);

export interface Measures {
  /** Means over the queries that a metric is defined for. */
  readonly metrics: Readonly<Record<string, number>>;
  readonly byQuery: Readonly<Record<string, QueryValues>>;
}

/**
 * What the runs of a set's queries are worth: retrieval metrics where something answers; `answered`, the share of the
 * queries that nothing answers and that got passages all the same; `leaks`, the passages that somebody got who must not.
 */
export function measure(
  { queries, answers = 1 }: Pick<EvaluationSet, 'queries' | 'answers'>,
  runs: readonly Judged[],
  k: number,
): Measures {
  const rankings = new Map(runs.map(({ id, ranking }) => [id, ranking]));
  const asked = queries.map((query) => askedBy(query, answers));
  const strict = asked.map(({ id, wanted }) => ({ id, judged: wanted }));
  const strictRankings = new Map(asked.map(({ id, ranking }) => [id, ranking(rankings.get(id) ?? [])]));
  const answerable = new Set(strict.filter(({ judged }) => relevantCount(judged) > 0).map(({ id }) => id));
  const byQuery: Record<string, QueryValues> = {};
  if (answerable.size > 0) {
    for (const { name, metric, k: depth, graded } of measuresAt(k))
      byQuery[name] = graded ? valuesOf(metric, depth, queries, rankings) : valuesOf(metric, depth, strict, strictRankings);
  }
  const of = (some: readonly JudgedQuery[], value: (run: Judged) => number): QueryValues => {
    const wanted = new Set(some.map(({ id }) => id));
    return new Map(runs.filter(({ id }) => wanted.has(id)).map((run) => [run.id, value(run)]));
  };
  const unanswerable = queries.filter(({ id, judged }) => judged.size === 0 && !answerable.has(id));
  if (unanswerable.length > 0) byQuery.answered = of(unanswerable, ({ passages }) => (passages > 0 ? 1 : 0));
  const guarded = queries.filter(({ denied }) => denied);
  if (guarded.length > 0) byQuery.leaks = of(guarded, ({ leaks }) => leaks);
  return { byQuery, metrics: Object.fromEntries(Object.entries(byQuery).map(([name, values]) => [name, meanOf(values)])) };
}
