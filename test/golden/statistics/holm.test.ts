import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holm } from '../../../golden/statistics/holm.ts';

const ps = fc.array(
  fc.nat(1_000).map((thousandths) => thousandths / 1_000),
  { maxLength: 12 },
);

/** Holm's own wording: go up from the smallest, reject while p ≤ α / (m − i + 1), stop at the first that is not. */
function rejected(values: readonly number[], alpha: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  let i = 0;
  while (i < sorted.length && (sorted[i] ?? 1) * (sorted.length - i) <= alpha) i++;
  return i;
}

describe("Holm's correction", () => {
  it('multiplies the smallest by their number, the next by one less, and so on, never falling', () => {
    // The example of R's p.adjust and of many a textbook: 0.03 · 2 = 0.06, and 0.04 · 1 is less than that.
    const [a, b, c, d] = holm([0.01, 0.04, 0.03, 0.005]);
    expect(a).toBeCloseTo(0.01 * 3, 12);
    expect(b).toBeCloseTo(Math.max(0.04 * 1, 0.03 * 2), 12);
    expect(c).toBeCloseTo(0.03 * 2, 12);
    expect(d).toBeCloseTo(0.005 * 4, 12);
  });

  it('leaves one alone, and nothing above 1', () => {
    expect(holm([0.04])).toEqual([0.04]);
    expect(holm([0.6, 0.7])).toEqual([1, 1]);
    expect(holm([])).toEqual([]);
  });

  it('rejects what the procedure rejects', () => {
    fc.assert(
      fc.property(ps, fc.constantFrom(0.01, 0.05, 0.2), (values, alpha) => {
        expect(holm(values).filter((p) => p <= alpha)).toHaveLength(rejected(values, alpha));
      }),
    );
  });

  it('never makes a p smaller, nor one larger than Bonferroni does, and keeps their order', () => {
    fc.assert(
      fc.property(ps, (values) => {
        const adjusted = holm(values);
        for (const [i, p] of values.entries()) {
          expect(adjusted[i]).toBeGreaterThanOrEqual(p);
          expect(adjusted[i]).toBeLessThanOrEqual(Math.min(1, p * values.length));
          for (const [j, q] of values.entries()) if (p <= q) expect(adjusted[i]).toBeLessThanOrEqual(adjusted[j] ?? 0);
        }
      }),
    );
  });

  it('takes nothing that is no p', () => {
    for (const p of [-0.1, 1.1, Number.NaN]) expect(() => holm([p])).toThrow(RangeError);
  });
});
