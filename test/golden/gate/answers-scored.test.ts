import { describe, expect, it } from 'vitest';
import type { AnswerRun } from '../../../golden/answers/archived.ts';
import { answersScored } from '../../../golden/gate/answers-scored.ts';
import { verdicts } from '../../../golden/gate/verdicts.ts';
import { question, refusedRun, run, setOf } from '../answers/runs.ts';

const ids = Array.from({ length: 20 }, (_, i) => `q${i}`);
const scored = (runs: readonly AnswerRun[]) =>
  answersScored(
    setOf(
      ids.map((id) => question(id)),
      { 'map-reduce': [runs] },
    ),
    10,
  );
const before = { ...scored(ids.map((id) => run(id))), command: '', tolerance: 0.005 };
const verdictOf = (of: (id: string) => AnswerRun) => verdicts([before], [scored(ids.map(of))])[0];

describe('the gate of answers', () => {
  it('lets through what is as it was, whatever it takes', () => {
    const dearer = { ...run('').usage, calls: 9, costUsd: 1 };
    expect(verdictOf((id) => run(id, { usage: dearer, ms: 9_999, hops: 3 }))).toMatchObject({ state: 'OK', reasons: [] });
  });

  it.each<[string, RegExp, (id: string) => AnswerRun]>([
    ['refuses one more', /false_refusal 0\.0000 → 0\.0500/, (id) => (id === 'q3' ? refusedRun(id) : run(id))],
    ['leaves a fact out', /key_fact_recall 1\.0000 → 0\.9500/, (id) => run(id, id === 'q3' ? { answer: 'Yes [S1].' } : {})],
    [
      'cites something else',
      /citation_precision/,
      (id) => run(id, id === 'q3' ? { citations: [{ marker: '[S1]', id: 'b.md:0', documentId: 'b.md' }] } : {}),
    ],
    ['says it in other words', /verbatim/, (id) => run(id, id === 'q3' ? { cited: { pairs: 1, verbatim: 0 } } : {})],
    [
      'has a marker of nothing',
      /unresolved/,
      (id) => run(id, id === 'q3' ? { faults: { unresolved: 1, unmarked: 0, unsupported: 0 } } : {}),
    ],
    ['does not find the source', /source_hit/, (id) => run(id, id === 'q3' ? { given: ['b.md:0'] } : {})],
  ])('fails what %s', (_, reason, of) => {
    const verdict = verdictOf(of);
    expect(verdict?.state).toBe('FAIL');
    expect(verdict?.reasons.join('; ')).toMatch(reason);
  });
});
