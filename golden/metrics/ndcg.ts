import type { Metric } from './judgements.ts';

/**
 * nDCG@k = DCG@k / ideal DCG@k, DCG@k = Σ grade(i) / log2(i + 1) over places i from 1 (Järvelin, Kekäläinen, "Cumulated
 * gain-based evaluation of IR techniques", TOIS 2002; trec_eval `ndcg_cut_k`). The gain is the grade itself; the ideal list
 * holds every judged document, best grades first. 0 when nothing is relevant.
 */
export const ndcg: Metric = (ranking, judged, k) => {
  const ideal = dcg(
    [...judged.values()].sort((a, b) => b - a),
    k,
  );
  return ideal === 0
    ? 0
    : dcg(
        ranking.map((id) => judged.get(id) ?? 0),
        k,
      ) / ideal;
};

const dcg = (grades: readonly number[], k: number): number =>
  grades.slice(0, k).reduce((sum, grade, i) => sum + grade / Math.log2(i + 2), 0);
