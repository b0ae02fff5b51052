import { isRelevant, type Metric } from './judgements.ts';

/** Precision@k = relevant among the first k / k (trec_eval `P_k`): places left empty count as irrelevant. */
export const precision: Metric = (ranking, judged, k) => ranking.slice(0, k).filter((id) => isRelevant(judged, id)).length / k;
