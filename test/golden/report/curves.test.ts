import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meanOf, valuesOf } from '../../../golden/metrics/mean.ts';
import { recall } from '../../../golden/metrics/recall.ts';
import { recallCurve } from '../../../golden/report/curves.ts';

const judged = (...ids: readonly string[]) => new Map(ids.map((id) => [id, 1]));

describe('a curve of recall', () => {
  it('is the share of what answers among the first k, in the mean over the questions', () => {
    const queries = [
      { id: 'one', judged: judged('a') },
      { id: 'two', judged: judged('b', 'c') },
    ];
    const rankings = new Map([
      ['one', ['x', 'a']],
      ['two', ['b', 'x', 'x2', 'c']],
    ]);
    expect(recallCurve(queries, rankings, 5)).toEqual([
      (0 + 1 / 2) / 2,
      (1 + 1 / 2) / 2,
      (1 + 1 / 2) / 2,
      (1 + 2 / 2) / 2,
      (1 + 2 / 2) / 2,
    ]);
  });

  it('counts a question that was not run as one that found nothing', () => {
    const queries = ['a', 'b'].map((id) => ({ id, judged: judged(id) }));
    expect(recallCurve(queries, new Map([['a', ['a']]]), 2)).toEqual([1 / 2, 1 / 2]);
  });

  it('leaves out questions that nothing answers, and is empty where nothing answers any', () => {
    const nothing = { id: 'none', judged: new Map([['a', 0]]) };
    expect(recallCurve([nothing, { id: 'a', judged: judged('a') }], new Map([['a', ['a']]]), 1)).toEqual([1]);
    expect(recallCurve([nothing], new Map([['none', ['a']]]), 3)).toEqual([]);
  });

  it('is the metric at every k', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const query = fc.record({ ranking: fc.shuffledSubarray(ids), relevant: fc.subarray(ids, { minLength: 1 }) });
    fc.assert(
      fc.property(fc.array(query, { minLength: 1, maxLength: 5 }), (drawn) => {
        const queries = drawn.map(({ relevant }, i) => ({ id: `q${i}`, judged: judged(...relevant) }));
        const rankings = new Map(drawn.map(({ ranking }, i) => [`q${i}`, ranking]));
        for (const [i, value] of recallCurve(queries, rankings, 8).entries())
          expect(value).toBeCloseTo(meanOf(valuesOf(recall, i + 1, queries, rankings)), 12);
      }),
      { numRuns: 100 },
    );
  });
});
