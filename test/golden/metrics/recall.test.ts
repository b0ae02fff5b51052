import { describe, expect, it } from 'vitest';
import { recall } from '../../../golden/metrics/recall.ts';
import { expectAgreement, expectManners, judged, ranking } from './cases.ts';
import * as trec_eval from './reference.ts';

describe('recall@k', () => {
  it('is what was found of all that is relevant', () => {
    expect(recall(ranking, judged, 1)).toBe(0 / 3);
    expect(recall(ranking, judged, 2)).toBe(1 / 3);
    expect(recall(ranking, judged, 10)).toBe(2 / 3);
  });

  it("is trec_eval's recall on any list", () => expectAgreement(recall, trec_eval.recall));

  it('is 0 where nothing is relevant or found, and takes no list with an id twice', () => expectManners(recall));
});
