import { describe, expect, it } from 'vitest';
import { measure } from '../../golden/measures.ts';
import type { QueryRun } from '../../golden/run-query.ts';

const run = (id: string, more: Partial<QueryRun>): QueryRun => ({
  id,
  ms: 1,
  passages: 0,
  ranking: [],
  stages: [],
  first: [],
  leaks: 0,
  ...more,
});

describe('the measures of a set', () => {
  it('are of what answers, but for nDCG, where every grade counts', () => {
    const queries = [
      {
        id: 'q',
        text: 'q',
        judged: new Map([
          ['a', 3],
          ['b', 1],
        ]),
      },
    ];
    const { metrics } = measure({ queries, answers: 3 }, [run('q', { ranking: ['b', 'a'] })], 2);
    expect(metrics).toMatchObject({
      'recall@2': 1,
      'precision@2': 1 / 2,
      mrr: 1 / 2,
      map: 1 / 2,
      'ndcg@2': (1 + 3 / Math.log2(3)) / (3 + 1 / Math.log2(3)),
    });
    expect(metrics).not.toHaveProperty('answered');
  });

  it('count places that answer the same part of a question as one', () => {
    const judged = new Map([
      ['a', 3],
      ['b', 3],
      ['c', 3],
    ]);
    const parts = new Map([
      ['a', 'a or b'],
      ['b', 'a or b'],
    ]);
    const { metrics } = measure({ queries: [{ id: 'q', text: 'q', judged, parts }] }, [run('q', { ranking: ['b', 'a', 'x', 'c'] })], 2);
    expect(metrics).toMatchObject({ 'recall@2': 1 / 2, 'recall@100': 2 / 2, 'precision@2': 1 / 2, map: (1 / 1 + 2 / 4) / 2 });
  });

  it('tell how many queries that nothing answers got passages', () => {
    const queries = ['a', 'b'].map((id) => ({ id, text: id, judged: new Map() }));
    expect(measure({ queries }, [run('a', { passages: 6 }), run('b', {})], 6).metrics).toEqual({ answered: 1 / 2 });
  });

  it('count what somebody got who must not', () => {
    const queries = [{ id: 'q', text: 'q', judged: new Map([['a', 3]]), denied: [[]] }];
    expect(measure({ queries }, [run('q', { ranking: ['a'], leaks: 2 })], 6).metrics).toMatchObject({ leaks: 2, mrr: 1 });
  });
});
