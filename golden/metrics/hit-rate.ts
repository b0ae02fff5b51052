import { firstOf, isRelevant, type Metric } from './judgements.ts';

/** 1 when a relevant document is among the first k, or else 0 (trec_eval `success_k`). Its mean is the hit rate. */
export const hitRate: Metric = (ranking, judged, k) => (firstOf(ranking, k).some((id) => isRelevant(judged, id)) ? 1 : 0);
