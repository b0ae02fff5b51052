import { describe, expect, it } from 'vitest';
import { averagePrecision } from '../../../golden/metrics/average-precision.ts';
import { expectAgreement, expectManners, judged, ranking } from './cases.ts';
import * as trec_eval from './reference.ts';

describe('average precision', () => {
  it('is the precision at each relevant one, over all that are relevant, found or not', () => {
    expect(averagePrecision(ranking, judged, 10)).toBeCloseTo((1 / 2 + 2 / 4) / 3, 12);
    expect(averagePrecision(['a', 'x', 'c', 'b'], judged, 10)).toBeCloseTo((1 / 1 + 2 / 3 + 3 / 4) / 3, 12);
  });

  it('counts nothing after k, and still divides by all', () => {
    expect(averagePrecision(ranking, judged, 3)).toBeCloseTo(1 / 2 / 3, 12);
    expect(averagePrecision(ranking, judged, 1)).toBe(0);
  });

  it("is trec_eval's map_cut on any list", () => expectAgreement(averagePrecision, trec_eval.map_cut));

  it('is 0 where nothing is relevant or found, and takes no list with an id twice', () => expectManners(averagePrecision));
});
