import { describe, expect, it } from 'vitest';
import { bootstrapInterval } from '../../../golden/statistics/bootstrap.ts';
import { type CompareOptions, compare } from '../../../golden/statistics/compare.ts';
import { randomOf } from '../../../golden/statistics/random.ts';

const valuesOf = (...values: readonly number[]) => new Map(values.map((value, i) => [`q${i}`, value]));
const base = valuesOf(0, 0.5, 0.5, 1, 1);
const one = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>, options: CompareOptions = {}) => {
  const { variant } = compare(a, { variant: b }, options);
  if (!variant) throw new Error('there is one');
  return variant;
};

describe('a comparison', () => {
  it('is of the values by query: their mean difference, and how many went either way', () => {
    const result = one(base, valuesOf(0.5, 0.75, 0.5, 0.75, 1));
    const differences = [0.5, 0.25, 0, -0.25, 0];
    expect(result).toMatchObject({ queries: 5, difference: (0.5 + 0.25 - 0.25) / 5, wins: 2, losses: 1, ties: 2 });
    // ±0.5±0.25±0.25 is 0.5 or more in size for 1, 0.5 twice and 0 once, of each sign.
    expect(result.p).toBe((2 * 3) / 2 ** 3);
    expect(result.interval).toEqual(bootstrapInterval(differences));
    expect(result.verdict).toBe('no difference shown (p = 0.75)');
  });

  it('pairs by id, in whatever order the queries come', () => {
    const random = randomOf('order');
    const [a, b] = [0, 1].map(() => valuesOf(...Array.from({ length: 40 }, () => random.next())));
    if (!a || !b) throw new Error('there are two');
    expect(one(new Map(random.shuffled([...a])), new Map(random.shuffled([...b])))).toEqual(one(a, b));
  });

  it('is the opposite the other way round, with the same p', () => {
    const random = randomOf('opposite');
    const [a, b] = [0, 0.5].map((more) => valuesOf(...Array.from({ length: 30 }, () => random.next() + more)));
    if (!a || !b) throw new Error('there are two');
    const [forth, back] = [one(a, b), one(b, a)];
    expect(back.difference).toBe(-forth.difference);
    expect(back.p).toBe(forth.p);
    expect([back.wins, back.losses, back.ties]).toEqual([forth.losses, forth.wins, forth.ties]);
    expect([forth.verdict, back.verdict].map((words) => words.split(',')[0])).toEqual(['better', 'worse']);
  });

  it('corrects for the number of variants, and goes by that', () => {
    const ones = (count: number) => valuesOf(...Array.from({ length: 6 }, (_, i) => (i < count ? 1 : 0)));
    const zeros = ones(0);
    // All six: 2 of 2^6. Five: 2 of 2^5, which one test of two would still show after the other is doubled.
    const { six, five, none } = compare(zeros, { six: ones(6), five: ones(5), none: zeros });
    expect([six?.p, five?.p, none?.p]).toEqual([2 / 2 ** 6, 2 / 2 ** 5, 1]);
    expect([six?.adjustedP, five?.adjustedP, none?.adjustedP]).toEqual([(3 * 2) / 2 ** 6, (2 * 2) / 2 ** 5, 1]);
    expect(one(zeros, ones(6)).verdict).toBe('better, p = 0.031');
    expect(six?.verdict).toBe('no difference shown (p = 0.094)');
  });

  it('calls less better where it is', () => {
    const result = one(valuesOf(1, 1, 1, 1, 1, 1), valuesOf(0, 0, 0, 0, 0, 0), { better: 'lower' });
    expect(result).toMatchObject({ difference: -1, wins: 6, losses: 0, verdict: 'better, p = 0.031' });
  });

  it('of a run with itself shows nothing', () => {
    expect(one(base, base)).toMatchObject({ difference: 0, interval: { low: 0, high: 0 }, p: 1, wins: 0, losses: 0, ties: 5 });
    expect(one(base, base).verdict).toBe('no difference shown (p = 1.00)');
  });

  it('is not made of other queries, or of none', () => {
    expect(() => one(base, valuesOf(1, 1, 1, 1))).toThrow(new RangeError('variant lacks query q4, which the base has'));
    expect(() => one(valuesOf(1), valuesOf(1, 1))).toThrow(new RangeError('variant has query q1, which the base has not'));
    expect(() => one(valuesOf(), valuesOf())).toThrow(RangeError);
  });

  it('of nothing is nothing', () => {
    expect(compare(base, {})).toEqual({});
  });
});
