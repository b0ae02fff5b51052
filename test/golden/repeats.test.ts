import { describe, expect, it } from 'vitest';
import { disagreement } from '../../golden/repeats.ts';
import type { QueryRun } from '../../golden/run-query.ts';

const run = (id: string, ...ranking: readonly string[]): QueryRun => ({ id, ms: 1, passages: 1, ranking, stages: [], first: [], leaks: 0 });
const queries = ['p', 'q'].map((id) => ({ id, text: id, judged: new Map([['a', 1]]) }));

describe('repeated runs', () => {
  it('are told by how many lists of k differ and how far the scores are apart', () => {
    const runs = [
      [run('p', 'a', 'b'), run('q', 'a', 'x')],
      [run('p', 'b', 'a'), run('q', 'a', 'x', 'y')],
    ];
    const low = (1 / Math.log2(3) + 1) / 2;
    expect(disagreement({ queries }, runs, 2)).toBe(`2 runs, 1 of 2 lists differ; ndcg@2 from ${low.toFixed(4)} to 1.0000`);
  });
});
