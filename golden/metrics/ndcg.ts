import { firstOf, type Metric } from './judgements.ts';

/**
 * nDCG@k with the grade itself as gain = DCG@k / ideal DCG@k, DCG@k = Σ gain(i) / log2(i + 1) over places i from 1
 * (Järvelin, Kekäläinen, "Cumulated gain-based evaluation of IR techniques", TOIS 2002; trec_eval `ndcg_cut_k`). The ideal
 * list holds every judged document, best grades first. A grade below 0 gains nothing. 0 when nothing is relevant.
 */
export const ndcgLinear: Metric = (ranking, judged, k) => ndcg(ranking, judged, k, (grade) => grade);

/**
 * The same with the gain 2^grade − 1, which sets the best grades farther apart (Burges et al., "Learning to rank using
 * gradient descent", ICML 2005). With grades of 0 and 1 alone both forms are one.
 */
export const ndcgExponential: Metric = (ranking, judged, k) => ndcg(ranking, judged, k, (grade) => 2 ** grade - 1);

function ndcg(...[ranking, judged, k, gainOf]: [...Parameters<Metric>, (grade: number) => number]): number {
  const gain = (grade: number) => gainOf(Math.max(0, grade));
  const gains = firstOf(ranking, k).map((id) => gain(judged.get(id) ?? 0));
  const ideal = dcg(
    Array.from(judged.values(), gain)
      .sort((a, b) => b - a)
      .slice(0, k),
  );
  return ideal === 0 ? 0 : dcg(gains) / ideal;
}

const dcg = (gains: readonly number[]): number => gains.reduce((sum, gain, i) => sum + gain / Math.log2(i + 2), 0);
