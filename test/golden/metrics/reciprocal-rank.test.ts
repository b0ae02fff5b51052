import { describe, expect, it } from 'vitest';
import { reciprocalRank } from '../../../golden/metrics/reciprocal-rank.ts';
import { expectAgreement, expectManners, judged, ranking } from './cases.ts';
import * as trec_eval from './reference.ts';

describe('reciprocal rank', () => {
  it('is of the first relevant one, within k', () => {
    expect(reciprocalRank(ranking, judged, 10)).toBe(1 / 2);
    expect(reciprocalRank(ranking, judged, 2)).toBe(1 / 2);
    expect(reciprocalRank(ranking, judged, 1)).toBe(0);
    expect(reciprocalRank(['n', 'x', 'm', 'c'], judged, 10)).toBe(1 / 4);
  });

  it("is trec_eval's recip_rank on any list", () => expectAgreement(reciprocalRank, trec_eval.recip_rank));

  it('is 0 where nothing is relevant or found, and takes no list with an id twice', () => expectManners(reciprocalRank));
});
