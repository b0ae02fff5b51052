import { describe, expect, it } from 'vitest';
import { hitRate } from '../../../golden/metrics/hit-rate.ts';
import { expectAgreement, expectManners, judged, ranking } from './cases.ts';
import * as trec_eval from './reference.ts';

describe('hit rate', () => {
  it('is whether any relevant one is among the first k', () => {
    expect([1, 2, 3, 10].map((k) => hitRate(ranking, judged, k))).toEqual([0, 1, 1, 1]);
  });

  it("is trec_eval's success on any list", () => expectAgreement(hitRate, trec_eval.success));

  it('is 0 where nothing is relevant or found, and takes no list with an id twice', () => expectManners(hitRate));
});
