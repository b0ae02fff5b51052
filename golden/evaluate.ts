import { percentile } from '../shared/percentile.ts';
import { type Measures, measure } from './measures.ts';
import type { EvaluationSet } from './questions/sets.ts';
import { type QueryRun, runQuery, type SearchOptions } from './run-query.ts';

export interface VariantResult extends Measures {
  readonly runs: readonly QueryRun[];
  /** Of a search for k passages. */
  readonly latencyMs: { readonly p50: number; readonly p95: number };
}

export interface EvaluateOptions extends SearchOptions {
  readonly onProgress: (done: number) => void;
}

/** Runs every query of a set, one at a time. Throws what a search throws. */
export async function runSet(set: EvaluationSet, options: EvaluateOptions): Promise<readonly QueryRun[]> {
  const runs: QueryRun[] = [];
  for (const query of set.queries) {
    options.signal.throwIfAborted();
    runs.push(await runQuery(set, query, options));
    options.onProgress(runs.length);
  }
  return runs;
}

/** What runs of a set come to, whenever they were made. */
export function resultOf(set: Pick<EvaluationSet, 'queries' | 'answers'>, runs: readonly QueryRun[], k: number): VariantResult {
  const times = runs.map(({ ms }) => ms);
  return { ...measure(set, runs, k), runs, latencyMs: { p50: percentile(times, 0.5), p95: percentile(times, 0.95) } };
}
