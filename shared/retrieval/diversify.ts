export interface Diversity {
  /** 1 is relevance alone, 0 difference alone. */
  readonly lambda: number;
  /** How many to keep. */
  readonly keep: number;
}

/**
 * Maximal marginal relevance: the places of the items to keep, in the order of choice. Each time the one is taken with the
 * most λ · relevance − (1 − λ) · greatest similarity to what has been taken (Carbonell and Goldstein, "The Use of MMR,
 * Diversity-Based Reranking", SIGIR 1998); of equal ones the first. `relevance` by place, of the same scale as `similarity`.
 */
export function diversify(
  relevance: readonly number[],
  similarity: (a: number, b: number) => number,
  { lambda, keep }: Diversity,
): readonly number[] {
  const left = new Set(relevance.keys());
  /** By place: to the nearest of those that have been taken, so that each pair is compared once. */
  const nearest = relevance.map(() => 0);
  const taken: number[] = [];
  while (taken.length < keep && left.size > 0) {
    let best: { place: number; value: number } | undefined;
    for (const place of left) {
      const value = lambda * (relevance[place] ?? 0) - (1 - lambda) * (nearest[place] ?? 0);
      if (!best || value > best.value) best = { place, value };
    }
    if (!best) break;
    const { place } = best;
    left.delete(place);
    for (const other of left)
      nearest[other] = taken.length === 0 ? similarity(other, place) : Math.max(nearest[other] ?? 0, similarity(other, place));
    taken.push(place);
  }
  return taken;
}
