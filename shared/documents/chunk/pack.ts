import { cohesion } from './cohesion.ts';
import type { Gap, Limits, Unit } from './units.ts';

/**
 * What a cut costs where it is made, beside the cohesion of what it parts. For comparison: a chunk that is half empty
 * costs 0.25, one that is twice the target 1.
 */
const GAP_COST: Readonly<Record<Gap, number>> = { block: 0, part: 0.2, sentence: 0.2, inside: 0.6, bound: 4 };

/**
 * Groups consecutive units into runs of at most `maxChars` characters and about `targetChars`: the sum of the squares
 * by which each misses the target, in shares of it, and of the costs of the cuts is the least (the idea of Knuth and
 * Plass, "Breaking paragraphs into lines", 1981, for chunks instead of lines). What is no longer than the target is one.
 */
export function pack(text: string, units: readonly Unit[], { maxChars, targetChars }: Limits): readonly (readonly Unit[])[] {
  if (units.length === 0) return [];
  if (sizeOf(units, 0, units.length) <= targetChars) return [units];
  const cohesions = cohesion(text, units);
  const costs = units.map(({ gap }, i) => (i === 0 ? 0 : GAP_COST[gap] + (cohesions[i] ?? 0)));
  // best[j]: the least cost of units[0..j), and where the last run of that solution starts.
  const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }];
  for (let to = 1; to <= units.length; to++) {
    let least = { cost: Number.POSITIVE_INFINITY, from: to - 1 };
    for (let from = to - 1; from >= 0; from--) {
      const size = sizeOf(units, from, to);
      if (size > maxChars && from < to - 1) break;
      const cost = (best[from]?.cost ?? 0) + (size / targetChars - 1) ** 2 + (costs[from] ?? 0);
      if (cost < least.cost) least = { cost, from };
    }
    best.push(least);
  }
  const runs: (readonly Unit[])[] = [];
  for (let to = units.length; to > 0; to = best[to]?.from ?? 0) runs.push(units.slice(best[to]?.from, to));
  return runs.reverse();
}

/** Characters of a chunk made of `units[from..to)`, a repeated table header included. */
function sizeOf(units: readonly Unit[], from: number, to: number): number {
  const first = units[from];
  const last = units[to - 1];
  return first && last ? last.end - first.start + (first.header ? first.header.length + 1 : 0) : 0;
}
