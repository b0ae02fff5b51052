import { describe, expect, it } from 'vitest';
import { difference } from '../../golden/metrics/difference.ts';
import { hitRate } from '../../golden/metrics/hit-rate.ts';
import { ndcg } from '../../golden/metrics/ndcg.ts';
import { precision } from '../../golden/metrics/precision.ts';
import { recall } from '../../golden/metrics/recall.ts';
import { reciprocalRank } from '../../golden/metrics/reciprocal-rank.ts';
import { percentile } from '../../shared/percentile.ts';

const judged = new Map([
  ['a', 3],
  ['b', 1],
  ['c', 2],
  ['x', 0],
]);
const ranking = ['x', 'b', 'n', 'a'];

describe('metrics, on a list worked out by hand', () => {
  it('recall: found of what is relevant', () => {
    expect(recall(ranking, judged, 2)).toBe(1 / 3);
    expect(recall(ranking, judged, 10)).toBe(2 / 3);
  });

  it('precision: relevant of the places asked for, filled or not', () => {
    expect(precision(ranking, judged, 2)).toBe(1 / 2);
    expect(precision(ranking, judged, 10)).toBe(2 / 10);
  });

  it('reciprocal rank: of the first relevant one, within k', () => {
    expect(reciprocalRank(ranking, judged, 10)).toBe(1 / 2);
    expect(reciprocalRank(ranking, judged, 1)).toBe(0);
  });

  it('nDCG: grades discounted by the logarithm of the place, against the ideal order', () => {
    const dcg = 0 / Math.log2(2) + 1 / Math.log2(3) + 0 / Math.log2(4) + 3 / Math.log2(5);
    const ideal = 3 / Math.log2(2) + 2 / Math.log2(3) + 1 / Math.log2(4);
    expect(ndcg(ranking, judged, 10)).toBeCloseTo(dcg / ideal, 12);
    expect(ndcg(ranking, judged, 2)).toBeCloseTo(1 / Math.log2(3) / (3 / Math.log2(2) + 2 / Math.log2(3)), 12);
    expect(ndcg(['a', 'c', 'b'], judged, 10)).toBe(1);
  });

  it('hit rate: whether any relevant one is there', () => {
    expect([1, 2].map((k) => hitRate(ranking, judged, k))).toEqual([0, 1]);
  });

  it('give 0 where nothing is relevant, and to an empty list', () => {
    for (const metric of [recall, precision, reciprocalRank, ndcg, hitRate]) {
      expect(metric(ranking, new Map([['x', 0]]), 10)).toBe(0);
      expect(metric([], judged, 10)).toBe(0);
    }
  });
});

describe('the difference of two runs', () => {
  it('is the mean by query, with the interval of its standard error', () => {
    const { mean, margin } = difference([0.5, 0.5, 1], [1, 0.5, 1]);
    const deviation = Math.sqrt(((0.5 - 0.5 / 3) ** 2 + 2 * (0.5 / 3) ** 2) / 2);
    expect(mean).toBeCloseTo(0.5 / 3, 12);
    expect(margin).toBeCloseTo((1.96 * deviation) / Math.sqrt(3), 12);
  });

  it('is certain of nothing for a query or none', () => {
    expect(difference([0], [1])).toEqual({ mean: 1, margin: Number.POSITIVE_INFINITY });
    expect(difference([], [])).toEqual({ mean: 0, margin: Number.POSITIVE_INFINITY });
  });
});

describe('percentile', () => {
  it('is the nearest rank', () => {
    const values = [4, 1, 3, 2];
    expect([0.5, 0.95, 0, 1].map((share) => percentile(values, share))).toEqual([2, 4, 1, 4]);
  });
});
