import { firstOf, isRelevant, type Metric, relevantCount } from './judgements.ts';

/**
 * Average precision = Σ precision@i over the places i ≤ k that hold a relevant document / all relevant (trec_eval
 * `map_cut_k`; with k no less than the list is long, `map`). Relevant documents that were not found count 0. 0 when nothing
 * is relevant. Its mean is MAP.
 */
export const averagePrecision: Metric = (ranking, judged, k) => {
  let found = 0;
  let sum = 0;
  for (const [i, id] of firstOf(ranking, k).entries()) {
    if (!isRelevant(judged, id)) continue;
    found++;
    sum += found / (i + 1);
  }
  const all = relevantCount(judged);
  return all === 0 ? 0 : sum / all;
};
