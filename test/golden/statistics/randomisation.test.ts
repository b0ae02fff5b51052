import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomOf } from '../../../golden/statistics/random.ts';
import { randomisationTest } from '../../../golden/statistics/randomisation.ts';

const repeated = (value: number, times: number): readonly number[] => Array.from({ length: times }, () => value);
const small = fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 10 });
/** Too many for all assignments of signs to be tried. */
const large = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 25, maxLength: 60 });

/** Every assignment of signs, by recursion, as an independent witness. */
const sums = ([first, ...rest]: readonly number[]): readonly number[] =>
  first === undefined ? [0] : sums(rest).flatMap((sum) => [sum + first, sum - first]);

describe('the randomisation test', () => {
  it('is exact for few queries: of all assignments of signs, those whose sum is as far from 0', () => {
    // ±1±2±3: only 6 and −6 are as far.
    expect(randomisationTest([1, 2, 3])).toBe(2 / 2 ** 3);
    // 1 + 2 − 3 = 0: every one is as far.
    expect(randomisationTest([1, 2, -3])).toBe(8 / 2 ** 3);
    // 3 + 2 − 1 = 4: 6, 4 and their opposites.
    expect(randomisationTest([3, 2, -1])).toBe(4 / 2 ** 3);
    expect(randomisationTest(repeated(0.1, 10))).toBe(2 / 2 ** 10);
  });

  it('is what trying every assignment gives', () => {
    fc.assert(
      fc.property(small, (differences) => {
        const all = sums(differences);
        const observed = Math.abs(differences.reduce((sum, value) => sum + value, 0));
        expect(randomisationTest(differences)).toBeCloseTo(all.filter((sum) => Math.abs(sum) >= observed).length / all.length, 12);
      }),
    );
  });

  it('takes sums for equal that differ by rounding alone', () => {
    // 1 + 2 − 1 = 2: 4, 2 and 2 of either sign. In tenths 0.1 + 0.2 − 0.1 is a little more than −0.1 + 0.2 + 0.1.
    expect(randomisationTest([1, 2, -1])).toBe(6 / 2 ** 3);
    expect(randomisationTest([0.1, 0.2, -0.1])).toBe(6 / 2 ** 3);
  });

  it('counts differences of 0 for nothing', () => {
    expect(randomisationTest([1, 2, 3, ...repeated(0, 40)])).toBe(2 / 2 ** 3);
    expect(randomisationTest(repeated(0, 40))).toBe(1);
    expect(randomisationTest([])).toBe(1);
  });

  it('is (1 + as far) / (1 + tried) for many queries, and so never 0', () => {
    expect(randomisationTest(repeated(1, 40))).toBe((1 + 0) / (1 + 10_000));
    expect(randomisationTest(repeated(1, 40), { permutations: 99 })).toBe((1 + 0) / (1 + 99));
    expect(randomisationTest([...repeated(1, 20), ...repeated(-1, 20)])).toBe(1);
  });

  it('is near the exact p where it draws', () => {
    const differences = [...repeated(1, 8), ...repeated(-1, 4)];
    // The sum of 12 signs is 4 or more, or −4 or less: 1 − P(|sum| ≤ 2) = 1 − (C(12,6) + 2 C(12,5)) / 2^12.
    const exact = 1 - (924 + 2 * 792) / 2 ** 12;
    expect(randomisationTest(differences)).toBeCloseTo(exact, 12);
    const drawn = randomisationTest(differences, { permutations: 4_000 });
    expect(drawn).not.toBe(exact);
    // Four standard deviations of a share of 4,000.
    expect(Math.abs(drawn - exact)).toBeLessThan(4 * Math.sqrt((exact * (1 - exact)) / 4_000));
  });

  it('turns each of many differences by itself', () => {
    const differences = [...repeated(1, 4), ...repeated(-1, 28), ...repeated(1, 32)];
    // The sum is 8, which of 64 signs is 36 of one kind: P(36 or more of either).
    const ways = (n: number, k: number): number => (k === 0 ? 1 : (ways(n, k - 1) * (n - k + 1)) / k);
    const exact = Array.from({ length: 64 - 36 + 1 }, (_, k) => 2 * ways(64, k)).reduce((sum, count) => sum + count, 0) / 2 ** 64;
    // Four standard deviations of a share of 10,000.
    expect(Math.abs(randomisationTest(differences) - exact)).toBeLessThan(4 * Math.sqrt((exact * (1 - exact)) / 10_000));
  });

  it('is the same for the differences with the other sign', () => {
    fc.assert(
      fc.property(fc.oneof(small, large), (differences) => {
        const opposite = differences.map((value) => -value);
        expect(randomisationTest(opposite, { permutations: 500 })).toBe(randomisationTest(differences, { permutations: 500 }));
      }),
    );
  });

  it('is the same in another unit', () => {
    fc.assert(
      fc.property(large, (differences) => {
        const scaled = differences.map((value) => value * 2 ** -7);
        expect(randomisationTest(scaled, { permutations: 500 })).toBe(randomisationTest(differences, { permutations: 500 }));
      }),
    );
  });

  it('is the same for a seed, and near it for another', () => {
    const random = randomOf('differences');
    const differences = Array.from({ length: 50 }, () => random.next() - 0.42);
    const [one, again, other] = ['a', 'a', 'b'].map((seed) => randomisationTest(differences, { seed }));
    expect(again).toBe(one);
    expect(other).not.toBe(one);
    expect(other).toBeCloseTo(one ?? 0, 1);
  });

  it('is below α as often as α where there is no difference', () => {
    const random = randomOf('no difference');
    const ps = Array.from({ length: 400 }, () =>
      randomisationTest(
        Array.from({ length: 20 }, () => random.next() - random.next()),
        { permutations: 499, seed: `${random.next()}` },
      ),
    );
    for (const alpha of [0.05, 0.25, 0.5, 0.75]) {
      const share = ps.filter((p) => p <= alpha).length / ps.length;
      expect(Math.abs(share - alpha)).toBeLessThan(4 * Math.sqrt((alpha * (1 - alpha)) / ps.length));
    }
  });

  it('takes no difference that is no number', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) expect(() => randomisationTest([1, value])).toThrow(RangeError);
  });

  it('does not take long for a thousand queries', () => {
    const random = randomOf('thousand');
    const differences = Array.from({ length: 1_000 }, () => random.next() - 0.5);
    const start = performance.now();
    randomisationTest(differences);
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
