import { firstOf, isRelevant, type Metric, relevantCount } from './judgements.ts';

/** Recall@k = relevant among the first k / all relevant (trec_eval `recall_k`). 0 when nothing is relevant. */
export const recall: Metric = (ranking, judged, k) => {
  const found = firstOf(ranking, k).filter((id) => isRelevant(judged, id)).length;
  const all = relevantCount(judged);
  return all === 0 ? 0 : found / all;
};
