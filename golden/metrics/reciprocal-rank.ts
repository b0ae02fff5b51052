import { firstOf, isRelevant, type Metric } from './judgements.ts';

/** 1 / rank of the first relevant document among the first k, 0 without one (trec_eval `recip_rank`, cut at k). Its mean is MRR. */
export const reciprocalRank: Metric = (ranking, judged, k) => {
  const place = firstOf(ranking, k).findIndex((id) => isRelevant(judged, id));
  return place < 0 ? 0 : 1 / (place + 1);
};
