import { describe, expect, it } from 'vitest';
import { ndcgExponential, ndcgLinear } from '../../../golden/metrics/ndcg.ts';
import { expectAgreement, expectManners, judged, ranking } from './cases.ts';
import * as trec_eval from './reference.ts';

describe('nDCG@k with linear gain', () => {
  it('is the grades discounted by the logarithm of the place, against the ideal order', () => {
    const dcg = 0 / Math.log2(2) + 1 / Math.log2(3) + 0 / Math.log2(4) + 3 / Math.log2(5);
    const ideal = 3 / Math.log2(2) + 2 / Math.log2(3) + 1 / Math.log2(4);
    expect(ndcgLinear(ranking, judged, 10)).toBeCloseTo(dcg / ideal, 12);
  });

  it('cuts the ideal list at k as well', () => {
    expect(ndcgLinear(ranking, judged, 2)).toBeCloseTo(1 / Math.log2(3) / (3 / Math.log2(2) + 2 / Math.log2(3)), 12);
    expect(ndcgLinear(['a'], judged, 1)).toBe(1);
  });

  it('is 1 in the ideal order', () => {
    expect(ndcgLinear(['a', 'c', 'b'], judged, 10)).toBe(1);
  });

  it('loses nothing by a grade below 0', () => {
    const graded = new Map([
      ['a', 1],
      ['unjudged', -2],
    ]);
    expect(ndcgLinear(['unjudged', 'a'], graded, 10)).toBeCloseTo(1 / Math.log2(3), 12);
    expect(ndcgLinear(['unjudged'], new Map([['unjudged', -2]]), 10)).toBe(0);
  });

  it("is trec_eval's ndcg_cut on any list", () => expectAgreement(ndcgLinear, trec_eval.ndcg_cut));

  it('is 0 where nothing is relevant or found, and takes no list with an id twice', () => expectManners(ndcgLinear));
});

describe('nDCG@k with exponential gain', () => {
  it('is the same with two to the power of the grade, less one', () => {
    const dcg = (2 ** 1 - 1) / Math.log2(3) + (2 ** 3 - 1) / Math.log2(5);
    const ideal = (2 ** 3 - 1) / Math.log2(2) + (2 ** 2 - 1) / Math.log2(3) + (2 ** 1 - 1) / Math.log2(4);
    expect(ndcgExponential(ranking, judged, 10)).toBeCloseTo(dcg / ideal, 12);
  });

  it('is the linear form where there are no grades above 1', () => {
    const binary = new Map([
      ['a', 1],
      ['b', 1],
    ]);
    expect(ndcgExponential(ranking, binary, 10)).toBe(ndcgLinear(ranking, binary, 10));
  });

  it('is the definition on any list', () => expectAgreement(ndcgExponential, trec_eval.ndcg_cut_exponential));

  it('is 0 where nothing is relevant or found, and takes no list with an id twice', () => expectManners(ndcgExponential));
});
