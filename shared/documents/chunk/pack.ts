import type { Unit } from './units.ts';

/** How much worse it is to cut inside a block (0) or between items (1) than between blocks (2), in shares of a full chunk. */
const GAP_PENALTY: Readonly<Record<Unit['gap'], number>> = { 0: 0.5, 1: 0.2, 2: 0 };

/**
 * Groups consecutive units into runs of at most `limit` characters, so that the runs are as even and as full as the
 * gaps allow: the sum of the squares of what each leaves empty, and of the penalties of its cuts, is the least (the
 * idea of Knuth and Plass, "Breaking paragraphs into lines", 1981, for chunks instead of lines).
 */
export function pack(units: readonly Unit[], limit: number): readonly (readonly Unit[])[] {
  if (units.length === 0) return [];
  // best[j]: the least cost of units[0..j), and where the last run of that solution starts.
  const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }];
  for (let to = 1; to <= units.length; to++) {
    let least = { cost: Number.POSITIVE_INFINITY, from: to - 1 };
    for (let from = to - 1; from >= 0; from--) {
      const size = sizeOf(units, from, to);
      if (size > limit && from < to - 1) break;
      const empty = Math.max(0, limit - size) / limit;
      const penalty = from === 0 ? 0 : GAP_PENALTY[units[from]?.gap ?? 0];
      const cost = (best[from]?.cost ?? 0) + 1 + empty ** 2 + penalty;
      if (cost < least.cost) least = { cost, from };
    }
    best.push(least);
  }
  const runs: (readonly Unit[])[] = [];
  for (let to = units.length; to > 0; to = best[to]?.from ?? 0) runs.unshift(units.slice(best[to]?.from, to));
  return runs;
}

/** Characters of a chunk made of `units[from..to)`, a repeated table header included. */
function sizeOf(units: readonly Unit[], from: number, to: number): number {
  const first = units[from];
  const last = units[to - 1];
  return first && last ? last.end - first.start + (first.header ? first.header.length + 1 : 0) : 0;
}
