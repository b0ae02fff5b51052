import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bootstrapInterval } from '../../../golden/statistics/bootstrap.ts';
import { randomOf } from '../../../golden/statistics/random.ts';

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const uniform = (random: ReturnType<typeof randomOf>, length: number) => Array.from({ length }, () => random.next());

describe('the bootstrap interval', () => {
  it('is where the middle 95 % of the means of resamples are', () => {
    // Means of four of 0 and 1 are binomial: 0 has 1/16 and 1 has 1/16 of the resamples, both more than 2.5 %.
    expect(bootstrapInterval([0, 0, 1, 1])).toEqual({ low: 0, high: 1 });
    // Of ten, 5 at each: P(≤ 1) = 11 / 1,024 < 2.5 % < 56 / 1,024 = P(≤ 2).
    expect(bootstrapInterval([0, 0, 0, 0, 0, 1, 1, 1, 1, 1])).toEqual({ low: 2 / 10, high: 8 / 10 });
  });

  it('is about 1.96 standard errors on either side for many values', () => {
    const values = uniform(randomOf('many'), 500);
    const middle = mean(values);
    const error = Math.sqrt(mean(values.map((value) => (value - middle) ** 2)) / values.length);
    const { low, high } = bootstrapInterval(values);
    expect((middle - low) / error).toBeCloseTo(1.96, 0);
    expect((high - low) / error / 2).toBeGreaterThan(1.96 * 0.95);
    expect((high - low) / error / 2).toBeLessThan(1.96 * 1.05);
  });

  it('holds the mean, and lies within the values', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 8, maxLength: 40 }), (values) => {
        const { low, high } = bootstrapInterval(values, { resamples: 400 });
        expect(low).toBeLessThanOrEqual(mean(values));
        expect(high).toBeGreaterThanOrEqual(mean(values));
        expect(low).toBeGreaterThanOrEqual(Math.min(...values));
        expect(high).toBeLessThanOrEqual(Math.max(...values));
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  it('holds the true mean about 95 times in 100', () => {
    const random = randomOf('coverage');
    const held = Array.from({ length: 300 }, () => {
      const { low, high } = bootstrapInterval(uniform(random, 40), { resamples: 400, seed: `${random.next()}` });
      return low <= 0.5 && 0.5 <= high;
    }).filter(Boolean).length;
    // It is a little too narrow for few values: 93 or so. Four standard deviations of a share of 300 are 5.
    expect(held / 300).toBeGreaterThan(0.89);
    expect(held / 300).toBeLessThan(0.99);
  });

  it('is a point where the values are one', () => {
    expect(bootstrapInterval([0.5, 0.5, 0.5])).toEqual({ low: 0.5, high: 0.5 });
    expect(bootstrapInterval([2])).toEqual({ low: 2, high: 2 });
  });

  it('is the same for a seed', () => {
    const values = uniform(randomOf('seeded'), 30);
    expect(bootstrapInterval(values, { seed: 'a' })).toEqual(bootstrapInterval(values, { seed: 'a' }));
    expect(bootstrapInterval(values, { seed: 'a' })).not.toEqual(bootstrapInterval(values, { seed: 'b' }));
  });

  it('needs values that are numbers', () => {
    for (const values of [[], [1, Number.NaN]]) expect(() => bootstrapInterval(values)).toThrow(RangeError);
  });
});
