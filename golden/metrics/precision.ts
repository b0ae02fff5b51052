import { firstOf, isRelevant, type Metric } from './judgements.ts';

/** Precision@k = relevant among the first k / k (trec_eval `P_k`): places left empty count as irrelevant. */
export const precision: Metric = (ranking, judged, k) => firstOf(ranking, k).filter((id) => isRelevant(judged, id)).length / k;
