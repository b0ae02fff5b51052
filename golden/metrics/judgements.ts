/** Grades of the documents judged for a query: 0 is irrelevant, and so is what was not judged. */
export type Judgements = ReadonlyMap<string, number>;

/** A metric of one ranked list (ids, best first, none twice) against what is relevant, over its first `k` places. */
export type Metric = (ranking: readonly string[], judged: Judgements, k: number) => number;

export const isRelevant = (judged: Judgements, id: string): boolean => (judged.get(id) ?? 0) > 0;

/** How many of the judged documents are relevant. */
export const relevantCount = (judged: Judgements): number => [...judged.values()].filter((grade) => grade > 0).length;
