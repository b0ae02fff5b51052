import { describe, expect, it } from 'vitest';
import { diagnose, lossesInWords } from '../../golden/diagnosis.ts';
import type { QueryRun } from '../../golden/run-query.ts';

const run = (id: string, stages: Record<string, readonly string[]>): QueryRun => ({
  id,
  ms: 1,
  passages: 2,
  ranking: stages.list ?? [],
  stages: Object.entries(stages).map(([stage, ranking]) => ({ stage, ranking })),
  first: [{ id: 'x:0', section: 'X' }],
  leaks: 0,
});
const query = (id: string, ...relevant: readonly string[]) => ({ id, text: id, judged: new Map(relevant.map((unit) => [unit, 1])) });

describe('the diagnosis of a run', () => {
  const queries = [query('found', 'a'), query('unseen', 'b'), query('unfused', 'c'), query('cut', 'd')];
  const runs = [
    run('found', { lexical: ['a'], dense: [], fusion: ['a'], list: ['a'] }),
    run('unseen', { lexical: ['x'], dense: ['y'], fusion: ['x', 'y'], list: ['x', 'y'] }),
    run('unfused', { lexical: ['x', 'c'], dense: [], fusion: ['x'], list: ['x'] }),
    run('cut', { lexical: [], dense: ['x', 'y', 'd'], fusion: ['x', 'y', 'd'], list: ['x', 'y', 'd'] }),
  ];
  const diagnosis = diagnose({ queries }, runs, 2);

  it('tells the recall of each stage, arms together before fusion', () => {
    expect(diagnosis.recall).toEqual([
      { stage: 'lexical', recall: 2 / 4 },
      { stage: 'dense', recall: 1 / 4 },
      { stage: 'arms', recall: 3 / 4 },
      { stage: 'fusion', recall: 2 / 4 },
      { stage: 'list', recall: 2 / 4 },
    ]);
  });

  it('names for each miss the first stage that did not have it, and what came instead', () => {
    const cameInstead = [{ id: 'x:0', section: 'X' }];
    expect(diagnosis.losses).toEqual([
      { query: 'unseen', missing: 'b', stage: 'arms', cameInstead },
      { query: 'unfused', missing: 'c', stage: 'fusion', cameInstead },
      { query: 'cut', missing: 'd', stage: 'list', rank: 3, cameInstead },
    ]);
    expect(lossesInWords(diagnosis)).toBe('chunking, embedding or words lost 1, fusion lost 1, the end of the list lost 1');
  });

  it('looks for what answers, not for what only helps', () => {
    const graded = [{ ...query('unseen'), judged: new Map([['b', 2]]) }];
    expect(diagnose({ queries: graded, answers: 3 }, runs, 2)).toEqual({ recall: [], losses: [] });
  });
});
