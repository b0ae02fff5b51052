import { describe, expect, it } from 'vitest';
import { randomOf } from '../../../golden/statistics/random.ts';

describe('random numbers', () => {
  it('are the same for a seed, and others for another', () => {
    const draw = (seed: string) => {
      const random = randomOf(seed);
      return Array.from({ length: 5 }, () => random.below(1_000_000));
    };
    expect(draw('a')).toEqual(draw('a'));
    expect(draw('a')).not.toEqual(draw('b'));
  });

  it('are as frequent one as another', () => {
    const random = randomOf('even');
    const counts = new Array<number>(10).fill(0);
    for (let i = 0; i < 100_000; i++) {
      const digit = random.below(10);
      counts[digit] = (counts[digit] ?? 0) + 1;
    }
    // χ² with 9 degrees of freedom is above 27.9 one time in a thousand.
    expect(counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0)).toBeLessThan(27.9);
  });

  it('have bits that are set as often as not', () => {
    const random = randomOf('bits');
    const set = new Array<number>(32).fill(0);
    for (let i = 0; i < 10_000; i++) {
      const word = random.below(2 ** 32);
      for (let bit = 0; bit < 32; bit++) set[bit] = (set[bit] ?? 0) + ((word >>> bit) & 1);
    }
    // Five standard deviations of a count.
    for (const count of set) expect(Math.abs(count - 5_000)).toBeLessThan(5 * Math.sqrt(10_000 / 4));
  });
});
