/** Grades of what was judged for a query, by id: a whole number, 0 and less is irrelevant, and so is what was not judged. */
export type Judgements = ReadonlyMap<string, number>;

/**
 * A metric of one ranked list (ids, best first) against what is relevant, over its first `k` places; from 0 to 1. The order
 * of the list is all that counts: a ranking has no ties, those of scores were broken before, by the fused order and then by
 * id (`fuse`), where trec_eval would sort by score and document number itself. Throws RangeError when an id stands in the
 * list twice, as trec_eval refuses it, or when k is not a whole number from 1.
 */
export type Metric = (ranking: readonly string[], judged: Judgements, k: number) => number;

export const isRelevant = (judged: Judgements, id: string): boolean => (judged.get(id) ?? 0) > 0;

/** How many of the judged documents are relevant. */
export const relevantCount = (judged: Judgements): number => [...judged.values()].filter((grade) => grade > 0).length;

/** The first k places of a ranking. Throws RangeError for what is no ranking or no k. */
export function firstOf(ranking: readonly string[], k: number): readonly string[] {
  if (!Number.isInteger(k) || k < 1) throw new RangeError(`k is a whole number from 1, not ${k}`);
  const seen = new Set<string>();
  for (const id of ranking) {
    if (seen.has(id)) throw new RangeError(`${id} stands in a ranking twice`);
    seen.add(id);
  }
  return ranking.slice(0, k);
}
