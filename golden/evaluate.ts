import { makeCaller } from '../shared/caller.ts';
import type { Ranker } from '../shared/models/rank/ranker.ts';
import { percentile } from '../shared/percentile.ts';
import type { RetrievalBackend } from '../shared/retrieval/backend.ts';
import { EVERYTHING } from '../shared/retrieval/filter.ts';
import type { Profile } from '../shared/retrieval/profiles.ts';
import { type RetrieveOptions, retrieve } from '../shared/retrieval/retrieve.ts';
import { hitRate } from './metrics/hit-rate.ts';
import type { Metric } from './metrics/judgements.ts';
import { ndcg } from './metrics/ndcg.ts';
import { precision } from './metrics/precision.ts';
import { recall } from './metrics/recall.ts';
import { reciprocalRank } from './metrics/reciprocal-rank.ts';
import type { EvaluationSet, JudgedQuery } from './sets.ts';

const TODAY = new Date().toISOString().slice(0, 10);
/** The deepest place that a metric looks at. */
const DEEP = 100;
/** Passages read for a list of DEEP documents: a long document may hold several places. */
const PASSAGES = 3 * DEEP;

const measuresAt = (k: number): Readonly<Record<string, readonly [Metric, number]>> => ({
  [`recall@${k}`]: [recall, k],
  [`recall@${DEEP}`]: [recall, DEEP],
  [`precision@${k}`]: [precision, k],
  mrr: [reciprocalRank, DEEP],
  [`ndcg@${k}`]: [ndcg, k],
  hit_rate: [hitRate, k],
});

export interface VariantResult {
  /** Means over the queries. */
  readonly metrics: Readonly<Record<string, number>>;
  /** Of each query, in the order of the set. */
  readonly byQuery: Readonly<Record<string, readonly number[]>>;
  readonly latencyMs: { readonly p50: number; readonly p95: number };
}

export interface EvaluateOptions {
  readonly backend: RetrievalBackend;
  readonly profile: Profile;
  readonly ranker?: Ranker | undefined;
  readonly k: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
}

/**
 * Runs every query of a set and measures the ranked list of documents, each where its best passage stands. The time is
 * that of a search for `k` passages as the product runs it. An arm or stage that fails is an error here: a degraded run
 * measures something else.
 */
export async function evaluate(set: EvaluationSet, options: EvaluateOptions): Promise<VariantResult> {
  const measures = Object.entries(measuresAt(options.k));
  const byQuery: Record<string, number[]> = Object.fromEntries(measures.map(([name]) => [name, []]));
  const times: number[] = [];
  for (const [i, query] of set.queries.entries()) {
    options.signal.throwIfAborted();
    const start = performance.now();
    await search(set, query, options.k, options);
    times.push(performance.now() - start);
    const ranking = await search(set, query, PASSAGES, options);
    for (const [name, [metric, k]] of measures) byQuery[name]?.push(metric(ranking, query.judged, k));
    options.onProgress(i + 1);
  }
  return {
    metrics: Object.fromEntries(
      Object.entries(byQuery).map(([name, values]) => [name, values.reduce((sum, value) => sum + value, 0) / set.queries.length]),
    ),
    byQuery,
    latencyMs: { p50: percentile(times, 0.5), p95: percentile(times, 0.95) },
  };
}

async function search(set: EvaluationSet, query: JudgedQuery, limit: number, options: EvaluateOptions): Promise<readonly string[]> {
  const using: RetrieveOptions = {
    ...options,
    onDegraded: (_, error) => {
      throw error;
    },
  };
  const { hits } = await retrieve(
    { caller: makeCaller(set.tenant, [], 'evaluation'), filter: EVERYTHING, day: TODAY, text: query.text, limit, signal: options.signal },
    using,
  );
  return [...new Set(hits.map(({ documentId }) => documentId))];
}
