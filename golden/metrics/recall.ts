import { isRelevant, type Metric, relevantCount } from './judgements.ts';

/** Recall@k = relevant among the first k / all relevant (trec_eval `recall_k`). 0 when nothing is relevant. */
export const recall: Metric = (ranking, judged, k) => {
  const all = relevantCount(judged);
  return all === 0 ? 0 : ranking.slice(0, k).filter((id) => isRelevant(judged, id)).length / all;
};
