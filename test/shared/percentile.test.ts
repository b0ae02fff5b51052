import { describe, expect, it } from 'vitest';
import { percentile } from '../../shared/percentile.ts';

describe('percentile', () => {
  it('is the nearest rank', () => {
    const values = [4, 1, 3, 2];
    expect([0.5, 0.95, 0, 1].map((share) => percentile(values, share))).toEqual([2, 4, 1, 4]);
  });

  it('is 0 of nothing', () => {
    expect(percentile([], 0.5)).toBe(0);
  });
});
