import { mainMetric, measure } from './measures.ts';
import type { EvaluationSet } from './questions/sets.ts';
import type { QueryRun } from './run-query.ts';

/** In words, how much repeated runs of the same variant disagree: their lists of k, and the metric that variants are compared by. */
export function disagreement(set: Pick<EvaluationSet, 'queries' | 'answers'>, runs: readonly (readonly QueryRun[])[], k: number): string {
  const lists = runs.map((run) => new Map(run.map(({ id, ranking }) => [id, ranking.slice(0, k).join('\u0000')])));
  const ids = [...(lists[0]?.keys() ?? [])];
  const differing = ids.filter((id) => new Set(lists.map((list) => list.get(id))).size > 1);
  const scores = runs.flatMap((run) => measure(set, run, k).metrics[mainMetric(k)] ?? []);
  const spread = scores.length > 0 ? `; ${mainMetric(k)} from ${Math.min(...scores).toFixed(4)} to ${Math.max(...scores).toFixed(4)}` : '';
  return `${runs.length} runs, ${differing.length} of ${ids.length} lists differ${spread}`;
}
