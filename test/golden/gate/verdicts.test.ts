import { describe, expect, it } from 'vitest';
import type { Baseline } from '../../../golden/gate/baseline.ts';
import { gateReport, type Scored, verdicts } from '../../../golden/gate/verdicts.ts';

const QUERIES = Array.from({ length: 20 }, (_, i) => `q${i}`);
const byQuery = (value: (i: number) => number) => ({ 'ndcg@6': Object.fromEntries(QUERIES.map((id, i) => [id, value(i)])) });
const scored = (scores: Record<string, number>, values: (i: number) => number = () => 0.5): Scored => ({
  set: 'golden/clean',
  k: 6,
  data: 'd',
  variants: { hybrid: { scores, byQuery: byQuery(values) } },
});
const baseline = (of: Scored): Baseline => ({ ...of, command: 'npm run eval:gate -- --update', tolerance: 0.005 });
const before = baseline(scored({ 'ndcg@6': 0.5, answered: 0.1 }));
const verdict = (now: readonly Scored[], from = before) => verdicts([from], now)[0];

describe('the gate', () => {
  it('lets through what is the same within the tolerance', () => {
    expect(verdict([scored({ 'ndcg@6': 0.4951, answered: 0.1 })])).toMatchObject({ state: 'OK', reasons: [] });
  });

  it('fails what is worse by more than that, whichever way the metric is good', () => {
    expect(verdict([scored({ 'ndcg@6': 0.49, answered: 0.1 })])).toMatchObject({ state: 'FAIL', reasons: ['ndcg@6 0.5000 → 0.4900'] });
    expect(verdict([scored({ 'ndcg@6': 0.5, answered: 0.2 })])).toMatchObject({ state: 'FAIL', reasons: ['answered 0.1000 → 0.2000'] });
  });

  it('says that what is better has drifted', () => {
    expect(verdict([scored({ 'ndcg@6': 0.6, answered: 0.1 })])).toMatchObject({ state: 'drifted', reasons: ['ndcg@6 0.5000 → 0.6000'] });
  });

  it('fails a loss within the tolerance that the queries show to be none of chance', () => {
    const now = scored({ 'ndcg@6': 0.4972, answered: 0.1 }, (i) => (i < 14 ? 0.496 : 0.5));
    expect(verdict([now])).toMatchObject({
      state: 'FAIL',
      reasons: [expect.stringMatching(/^ndcg@6 is significantly worse, p = 0\.00\d+$/)],
    });
    expect(verdict([scored({ 'ndcg@6': 0.4996, answered: 0.1 }, (i) => (i < 2 ? 0.496 : 0.5))])).toMatchObject({ state: 'OK' });
  });

  it('corrects for the number of comparisons', () => {
    const values = (i: number) => (i < 6 ? 0.499 : 0.5);
    const alone = [baseline(scored({ 'ndcg@6': 0.5 }))];
    const sets = ['a', 'b', 'c'].map((set) => ({ ...scored({ 'ndcg@6': 0.4997 }, values), set }));
    expect(verdicts(alone, [scored({ 'ndcg@6': 0.4997 }, values)])[0]?.state).toBe('FAIL');
    expect(
      verdicts(
        sets.map((set) => ({ ...alone[0], ...baseline(scored({ 'ndcg@6': 0.5 })), set: set.set })),
        sets,
      ).map(({ state }) => state),
    ).toEqual(['OK', 'OK', 'OK']);
  });

  it('fails what was not run, lost a score, or was asked other questions of other documents', () => {
    expect(verdict([])).toMatchObject({ state: 'FAIL', reasons: ['was not run'] });
    const other = {
      ...scored({ answered: 0.1 }),
      data: 'e',
      variants: { hybrid: { scores: { answered: 0.1 }, byQuery: { 'ndcg@6': { q0: 0.5 } } } },
    };
    expect(verdict([other])?.reasons).toEqual([
      'the documents are others than those of the baseline; update it',
      'ndcg@6 is gone',
      'ndcg@6: the questions are others; update the baseline',
    ]);
  });

  it('reports a line each, and what to do', () => {
    expect(gateReport(verdicts([before], [scored({ 'ndcg@6': 0.4, answered: 0.1 })]))).toEqual([
      'FAIL    golden/clean hybrid: ndcg@6 0.5000 → 0.4000',
      '1 of 1 failed. If that is what the change is for, accept it: npm run eval:gate -- --update',
    ]);
    expect(gateReport(verdicts([before], [scored({ 'ndcg@6': 0.5, answered: 0.1 })]))).toEqual([
      'OK      golden/clean hybrid',
      'All 1 are as they were.',
    ]);
  });
});
