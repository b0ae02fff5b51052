import { describe, expect, it } from 'vitest';
import { precision } from '../../../golden/metrics/precision.ts';
import { expectAgreement, expectManners, judged, ranking } from './cases.ts';
import * as trec_eval from './reference.ts';

describe('precision@k', () => {
  it('is the relevant ones of the places asked for, filled or not', () => {
    expect(precision(ranking, judged, 1)).toBe(0 / 1);
    expect(precision(ranking, judged, 2)).toBe(1 / 2);
    expect(precision(ranking, judged, 10)).toBe(2 / 10);
  });

  it("is trec_eval's P on any list", () => expectAgreement(precision, trec_eval.P));

  it('is 0 where nothing is relevant or found, and takes no list with an id twice', () => expectManners(precision));
});
