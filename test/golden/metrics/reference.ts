/**
 * trec_eval's measures a second time, by the steps that its manual and source describe and in their style: results matched
 * to sorted judgements, relevance levels counted, one loop over the ranks with the cut inside it. Shares nothing with
 * golden/metrics, so that both can't be wrong in the same way.
 */
export type Reference = (ranking: readonly string[], qrels: readonly (readonly [string, number])[], cut: number) => number;

/** A document that nobody judged. */
const NOT_IN_POOL = -1;

interface Results {
  /** The grade at each rank. */
  readonly grades: number[];
  /** How many documents were judged with each grade. */
  readonly levels: number[];
  readonly relevant: number;
}

function resultsOf(ranking: readonly string[], qrels: readonly (readonly [string, number])[]): Results {
  const sorted = [...qrels].sort(([a], [b]) => (a < b ? -1 : 1));
  const byName = ranking.map((id, rank) => ({ id, rank })).sort((a, b) => (a.id < b.id ? -1 : 1));
  const grades: number[] = ranking.map(() => NOT_IN_POOL);
  let next = 0;
  for (const { id, rank } of byName) {
    while ((sorted[next]?.[0] ?? '\uffff') < id) next++;
    const entry = sorted[next];
    if (entry?.[0] === id) grades[rank] = entry[1];
  }
  const levels: number[] = [];
  let relevant = 0;
  for (const [, grade] of sorted) {
    if (grade < 0) continue;
    levels[grade] = (levels[grade] ?? 0) + 1;
    if (grade >= 1) relevant++;
  }
  return { grades, levels, relevant };
}

/** How many relevant ones there are up to a cut. */
function retrieved({ grades }: Results, cut: number): number {
  let count = 0;
  for (let i = 0; i < grades.length; i++) {
    if (i === cut) break;
    if ((grades[i] ?? 0) >= 1) count++;
  }
  return count;
}

export const P: Reference = (ranking, qrels, cut) => retrieved(resultsOf(ranking, qrels), cut) / cut;

export const recall: Reference = (ranking, qrels, cut) => {
  const results = resultsOf(ranking, qrels);
  return results.relevant > 0 ? retrieved(results, cut) / results.relevant : 0;
};

export const success: Reference = (ranking, qrels, cut) => (retrieved(resultsOf(ranking, qrels), cut) > 0 ? 1 : 0);

export const recip_rank: Reference = (ranking, qrels, cut) => {
  const { grades } = resultsOf(ranking, qrels);
  let i = 0;
  while (i < grades.length && (grades[i] ?? 0) < 1) i++;
  return i < grades.length && i < cut ? 1 / (i + 1) : 0;
};

export const map_cut: Reference = (ranking, qrels, cut) => {
  const { grades, relevant } = resultsOf(ranking, qrels);
  if (relevant === 0) return 0;
  let sum = 0;
  let soFar = 0;
  for (let i = 0; i < grades.length; i++) {
    if (i === cut) break;
    if ((grades[i] ?? 0) >= 1) sum += ++soFar / (i + 1);
  }
  return sum / relevant;
};

/** `ndcg_cut`, with the gain of each grade as `ndcg` takes it for a parameter. */
const ndcgWith =
  (gainOf: (grade: number) => number): Reference =>
  (ranking, qrels, cut) => {
    const { grades, levels } = resultsOf(ranking, qrels);
    const discounted = (gain: number, i: number) => (gain * Math.LN2) / Math.log(i + 2);
    let sum = 0;
    for (let i = 0; i < grades.length && i < cut; i++) {
      const grade = grades[i] ?? 0;
      if (grade > 0) sum += discounted(gainOf(grade), i);
    }
    let ideal = 0;
    let place = 0;
    for (let level = levels.length - 1; level > 0; level--) {
      for (let count = levels[level] ?? 0; count > 0 && place < cut; count--) ideal += discounted(gainOf(level), place++);
    }
    return ideal > 0 ? sum / ideal : 0;
  };

export const ndcg_cut = ndcgWith((grade) => grade);

/** Burges et al.: two to the power of the grade, less one. */
export const ndcg_cut_exponential = ndcgWith((grade) => (1 << grade) - 1);
