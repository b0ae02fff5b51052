import { makeCaller } from '../shared/caller.ts';
import type { Ranker } from '../shared/models/rank/ranker.ts';
import { percentile } from '../shared/percentile.ts';
import type { RetrievalBackend } from '../shared/retrieval/backend.ts';
import { EVERYTHING } from '../shared/retrieval/filter.ts';
import type { Profile } from '../shared/retrieval/profiles.ts';
import { type RetrieveOptions, retrieve } from '../shared/retrieval/retrieve.ts';
import { hitRate } from './metrics/hit-rate.ts';
import type { Metric } from './metrics/judgements.ts';
import { meanOf, type QueryValues, valuesOf } from './metrics/mean.ts';
import { ndcgLinear } from './metrics/ndcg.ts';
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
  [`ndcg@${k}`]: [ndcgLinear, k],
  hit_rate: [hitRate, k],
});

export interface VariantResult {
  /** Means over the queries that anything is relevant to. */
  readonly metrics: Readonly<Record<string, number>>;
  readonly byQuery: Readonly<Record<string, QueryValues>>;
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
 * measures something else. Throws RangeError when nothing is relevant to any query.
 */
export async function evaluate(set: EvaluationSet, options: EvaluateOptions): Promise<VariantResult> {
  const rankings = new Map<string, readonly string[]>();
  const times: number[] = [];
  for (const [i, query] of set.queries.entries()) {
    options.signal.throwIfAborted();
    const start = performance.now();
    await search(set, query, options.k, options);
    times.push(performance.now() - start);
    rankings.set(query.id, await search(set, query, PASSAGES, options));
    options.onProgress(i + 1);
  }
  const byQuery = mapValues(measuresAt(options.k), ([metric, k]) => valuesOf(metric, k, set.queries, rankings));
  return {
    metrics: mapValues(byQuery, meanOf),
    byQuery,
    latencyMs: { p50: percentile(times, 0.5), p95: percentile(times, 0.95) },
  };
}

const mapValues = <T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Readonly<Record<string, U>> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

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
