/** One arm's list, best first. */
export interface Ranking {
  readonly arm: string;
  readonly ids: readonly string[];
}

export interface Fused {
  readonly id: string;
  readonly score: number;
  /** The rank, from 1, in each arm that found it. */
  readonly ranks: Readonly<Record<string, number>>;
}

/**
 * Weighted reciprocal rank fusion: score(d) = Σ weight(arm) / (k + rank(arm, d)), ranks from 1 (Cormack, Clarke,
 * Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods", SIGIR 2009). Best
 * first. Equal scores are ordered by the best single rank and then by id, so that the same lists always fuse to the
 * same order. An id that an arm names twice counts where it stands first. An arm without a weight counts for nothing.
 */
export function fuse(rankings: readonly Ranking[], weights: Readonly<Record<string, number>>, k = 60): readonly Fused[] {
  const found = new Map<string, { score: number; ranks: Record<string, number> }>();
  for (const { arm, ids } of rankings) {
    const weight = weights[arm] ?? 0;
    if (weight <= 0) continue;
    for (const [i, id] of ids.entries()) {
      const entry = found.get(id) ?? { score: 0, ranks: {} };
      if (Object.hasOwn(entry.ranks, arm)) continue;
      entry.ranks[arm] = i + 1;
      entry.score += weight / (k + i + 1);
      found.set(id, entry);
    }
  }
  return Array.from(found, ([id, entry]): Fused => ({ id, ...entry })).sort(
    (a, b) => b.score - a.score || best(a) - best(b) || (a.id < b.id ? -1 : 1),
  );
}

const best = ({ ranks }: Fused): number => Math.min(...Object.values(ranks));
