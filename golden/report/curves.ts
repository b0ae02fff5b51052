import { type Judgements, relevantCount } from '../metrics/judgements.ts';

interface Judged {
  readonly id: string;
  readonly judged: Judgements;
}

/**
 * Recall@k for k = 1 … depth: the mean over the queries that something answers, as the metric has it; a query that was not run
 * found nothing. Empty where nothing answers any of them.
 */
export function recallCurve(
  queries: readonly Judged[],
  rankings: ReadonlyMap<string, readonly string[]>,
  depth: number,
): readonly number[] {
  const answerable = queries.filter(({ judged }) => relevantCount(judged) > 0);
  if (answerable.length === 0) return [];
  const gained = new Array<number>(depth).fill(0);
  for (const { id, judged } of answerable) {
    const share = 1 / relevantCount(judged);
    for (const [i, found] of (rankings.get(id) ?? []).slice(0, depth).entries()) {
      if ((judged.get(found) ?? 0) > 0) gained[i] = (gained[i] ?? 0) + share;
    }
  }
  let found = 0;
  return gained.map((share) => {
    found += share;
    return found / answerable.length;
  });
}
