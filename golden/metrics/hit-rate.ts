import { isRelevant, type Metric } from './judgements.ts';

/** 1 when a relevant document is among the first k, or else 0 (trec_eval `success_k`). */
export const hitRate: Metric = (ranking, judged, k) => (ranking.slice(0, k).some((id) => isRelevant(judged, id)) ? 1 : 0);
