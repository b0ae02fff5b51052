import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diversify } from '../../../shared/retrieval/diversify.ts';

/** Maximal marginal relevance as its formula has it: everything is worked out again at each step. */
function reference(
  relevance: readonly number[],
  similarity: (a: number, b: number) => number,
  lambda: number,
  keep: number,
): readonly number[] {
  const taken: number[] = [];
  const marginal = (place: number) => {
    const redundancy = taken.length === 0 ? 0 : Math.max(...taken.map((other) => similarity(place, other)));
    return lambda * (relevance[place] ?? 0) - (1 - lambda) * redundancy;
  };
  while (taken.length < Math.min(keep, relevance.length)) {
    const left = [...relevance.keys()].filter((place) => !taken.includes(place));
    const values = left.map(marginal);
    taken.push(left[values.indexOf(Math.max(...values))] ?? -1);
  }
  return taken;
}

const cosine = fc.oneof(fc.constantFrom(-1, 0, 0.5, 1), fc.double({ min: -1, max: 1, noNaN: true }));
/** Relevance and a symmetric matrix of similarities of as many items. */
const items = fc.integer({ min: 0, max: 12 }).chain((n) =>
  fc.record({
    relevance: fc.array(cosine, { minLength: n, maxLength: n }),
    rows: fc.array(fc.array(cosine, { minLength: n, maxLength: n }), { minLength: n, maxLength: n }),
  }),
);
const symmetric = (rows: readonly (readonly number[])[]) => (a: number, b: number) => rows[Math.max(a, b)]?.[Math.min(a, b)] ?? Number.NaN;

describe('maximal marginal relevance', () => {
  it('is what its formula says', () => {
    const lambdas = fc.oneof(fc.constantFrom(0, 0.5, 0.87, 1), fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(items, lambdas, fc.integer({ min: 0, max: 15 }), ({ relevance, rows }, lambda, keep) => {
        const similarity = symmetric(rows);
        expect(diversify(relevance, similarity, { lambda, keep })).toEqual(reference(relevance, similarity, lambda, keep));
      }),
      { numRuns: 1_000 },
    );
  });

  it('keeps each place once, and all where more are wanted', () => {
    fc.assert(
      fc.property(items, ({ relevance, rows }) => {
        const places = diversify(relevance, symmetric(rows), { lambda: 0.5, keep: relevance.length + 3 });
        expect([...places].sort((a, b) => a - b)).toEqual([...relevance.keys()]);
      }),
    );
  });

  it('compares each pair at most once', () => {
    const pairs: string[] = [];
    const similarity = (a: number, b: number) => {
      pairs.push([a, b].sort((x, y) => x - y).join());
      return 0;
    };
    diversify([1, 2, 3, 4, 5], similarity, { lambda: 0.5, keep: 5 });
    expect(new Set(pairs).size).toBe(pairs.length);
  });

  const relevance = [0.9, 0.8, 0.7];
  /** The first two are alike, the third is like neither. */
  const similarity = (a: number, b: number) => (a + b === 1 ? 1 : 0);

  it('goes by relevance alone at 1, and by difference alone at 0', () => {
    expect(diversify([0.7, 0.9, 0.8], () => 1, { lambda: 1, keep: 3 })).toEqual([1, 2, 0]);
    expect(diversify(relevance, similarity, { lambda: 0, keep: 3 })).toEqual([0, 2, 1]);
  });

  it('puts what is like a better one behind what is not', () => {
    // 0.5 · 0.8 − 0.5 · 1 < 0.5 · 0.7 − 0.5 · 0
    expect(diversify(relevance, similarity, { lambda: 0.5, keep: 3 })).toEqual([0, 2, 1]);
    // 0.95 · 0.8 − 0.05 · 1 > 0.95 · 0.7 − 0.05 · 0
    expect(diversify(relevance, similarity, { lambda: 0.95, keep: 3 })).toEqual([0, 1, 2]);
  });

  it('takes the first of equal ones', () => {
    expect(diversify([0.5, 0.5, 0.5], () => 0.5, { lambda: 0.5, keep: 3 })).toEqual([0, 1, 2]);
    expect(diversify([0.1, 0.5, 0.5], () => 0, { lambda: 0.5, keep: 2 })).toEqual([1, 2]);
  });

  it('counts likeness below zero for a difference', () => {
    // 0.5 · 0.8 + 0.5 · 0.1 < 0.5 · 0.7 + 0.5 · 0.9
    expect(diversify(relevance, (a, b) => (a + b === 1 ? -0.1 : -0.9), { lambda: 0.5, keep: 2 })).toEqual([0, 2]);
  });

  it('has nothing of nothing', () => {
    expect(diversify([], () => 1, { lambda: 0.5, keep: 5 })).toEqual([]);
    expect(diversify(relevance, similarity, { lambda: 0.5, keep: 0 })).toEqual([]);
  });
});
