import { describe, expect, it } from 'vitest';
import { measureAnswers } from '../../../golden/answers/measures.ts';
import type { RunFile } from '../../../golden/archive.ts';
import { rescore } from '../../../golden/rescore/rescore.ts';
import { run as answered, question, refusedRun, setOf } from '../answers/runs.ts';

const variant = (
  name: string,
  ranking: readonly string[],
  metrics: Record<string, number>,
): RunFile['sets'][number]['variants'][number] => ({
  name,
  profile: {},
  metrics,
  runs: [[{ id: 'q', ms: 1, passages: 1, ranking: [...ranking], stages: [], first: [], leaks: 0 }]],
});
const runOf = (...variants: RunFile['sets'][number]['variants']): RunFile => ({
  format: 1,
  at: '2026-11-30T12:00:00.000Z',
  command: 'npm run eval --',
  commit: 'c',
  changed: false,
  node: 'v24',
  configuration: {},
  k: 2,
  usage: { passages: 0, queries: 0, rankings: 0 },
  sets: [{ name: 's', data: 'd', answers: 1, queries: [{ id: 'q', text: 'q', judged: [['a', 1]] }], variants }],
});
const FIRST = { 'recall@2': 1, 'recall@100': 1, 'precision@2': 1 / 2, mrr: 1, map: 1, 'ndcg@2': 1, hit_rate: 1 };
const SECOND = { ...FIRST, mrr: 1 / 2, map: 1 / 2, 'ndcg@2': 1 / Math.log2(3) };

describe('scoring an archived run again', () => {
  it('changes nothing where the metrics are as they were', () => {
    const run = runOf(variant('one', ['a', 'b'], FIRST), variant('two', ['b', 'a'], SECOND));
    expect(rescore(run)).toEqual({ run, changes: [], inversions: [] });
  });

  it('tells the scores that were wrong and the variants that change places by them', () => {
    const wrong = runOf(variant('one', ['a', 'b'], { ...FIRST, mrr: 1 / 4 }), variant('two', ['b', 'a'], SECOND));
    const { run, changes, inversions } = rescore(wrong);
    expect(changes).toEqual([{ set: 's', variant: 'one', metric: 'mrr', was: 1 / 4, is: 1 }]);
    expect(inversions).toEqual([{ set: 's', metric: 'mrr', better: 'one', before: 'two' }]);
    expect(run.sets[0]?.variants[0]?.metrics).toEqual(FIRST);
  });

  it('scores a metric that there was not yet', () => {
    const { mrr: _, ...before } = FIRST;
    expect(rescore(runOf(variant('one', ['a', 'b'], before))).changes).toEqual([
      { set: 's', variant: 'one', metric: 'mrr', was: undefined, is: 1 },
    ]);
  });

  it('scores answers, by themselves or beside searches', () => {
    const questions = [question('q')];
    const set = setOf(questions, { one: [[answered('q')]], two: [[refusedRun('q')]] });
    const scored = (more: Record<string, number>) => ({
      ...set,
      variants: set.variants.map((each) => ({ ...each, metrics: { ...measureAnswers(questions, each.runs[0] ?? []).metrics, ...more } })),
    });
    const right = { ...runOf(), sets: [], answered: [scored({})] };
    expect(rescore(right)).toEqual({ run: right, changes: [], inversions: [] });
    const { run, changes, inversions } = rescore({ ...right, answered: [scored({ key_fact_recall: 1 / 2 })] });
    expect(changes.map(({ variant, metric, was, is }) => [variant, metric, was, is])).toEqual([
      ['one', 'key_fact_recall', 1 / 2, 1],
      ['two', 'key_fact_recall', 1 / 2, 0],
    ]);
    expect(inversions).toEqual([]);
    expect(run).toEqual(right);
  });
});
