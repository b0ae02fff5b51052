import { describe, expect, it } from 'vitest';
import { compareAnswers } from '../../../golden/answers/findings.ts';
import { answersLines, answersTable, answerVerdicts, together } from '../../../golden/answers/report.ts';
import { question, refusedRun, run, setOf } from './runs.ts';

const ids = Array.from({ length: 10 }, (_, i) => `q${i}`);
const questions = ids.map((id) => question(id));
const good = ids.map((id) => run(id));
const bad = ids.map((id) => refusedRun(id));

describe('the report of answers', () => {
  it('compares each variant with the first, corrected for every comparison of the run', () => {
    const comparisons = compareAnswers([setOf(questions, { 'map-reduce': [good], pooled: [bad] })]);
    expect(comparisons.map(({ metric, difference }) => [metric, difference])).toEqual([
      ['key_fact_recall', -1],
      ['citation_precision', -1],
      ['false_refusal', 1],
    ]);
    for (const { p, adjustedP, verdict } of comparisons) {
      expect(adjustedP).toBeCloseTo(Math.min(1, 3 * p));
      expect(verdict).toMatch(/^worse, p = 0\.00/);
    }
  });

  it('has a column for what was measured alone', () => {
    const table = answersTable(setOf(questions, { 'map-reduce': [good] }));
    expect(table.split('\n')[0]).toMatch(/^golden\/clean \(10 questions\) +facts +precision +verbatim .*p50 ms +p95 ms$/);
    expect(table).not.toContain('grounded');
    expect(table).not.toContain('refused rightly');
  });

  it('tells how far runs of the same variant disagree', () => {
    const second = [run('q0', { answer: 'In 30 days [S1].' }), refusedRun('q1'), ...good.slice(2)];
    expect(answersLines(setOf(questions, { 'map-reduce': [good, second] }), [])).toEqual([
      '  map-reduce: 2 runs: of 10, 2 answers differ, 1 in what they cite, 1 in whether they answer; key_fact_recall from 0.9000 to 1.0000; citation_precision from 0.9000 to 1.0000',
    ]);
  });

  it('says which demands hold, over what is asked as it is', () => {
    const asked = setOf([...questions, question('u', {}, { unanswerable: true })], {
      'map-reduce': [[...good.slice(1), refusedRun('q0'), refusedRun('u')]],
    });
    const without = {
      ...asked,
      name: 'golden/clean without',
      variants: asked.variants.map((each) => ({ ...each, runs: [[...good, run('u')]] })),
    };
    expect(answerVerdicts([asked, without])).toEqual([
      'holds   map-reduce: 9 of 9 citations = 1.000 say their sentence word for word (all)',
      'holds   map-reduce: 0 markers of nothing that was given (none)',
      'holds   map-reduce: unanswerable questions refused: 1 of 1 = 1.000 (at least 0.9)',
      'holds   map-reduce: answerable questions refused: 1 of 10 = 0.100 (at most 0.1)',
      expect.stringContaining('key-fact recall 0.8182'),
    ]);
    const faulty = run('q0', { cited: { pairs: 2, verbatim: 1 }, faults: { unresolved: 1, unmarked: 0, unsupported: 0 } });
    expect(answerVerdicts([setOf([question('q0')], { 'map-reduce': [[faulty]] })]).map((line) => line.slice(0, 6))).toEqual([
      'MISSED',
      'MISSED',
      'holds ',
      '      ',
    ]);
    expect(answerVerdicts([setOf(questions, { 'map-reduce': [bad] })]).some((line) => /^MISSED .* 10 of 10/.test(line))).toBe(true);
  });

  it('holds answers of a model to nothing', () => {
    const set = setOf(questions, { 'map-reduce': [bad] });
    const variants = set.variants.map((each) => ({ ...each, model: 'gemini' }));
    expect(answerVerdicts([{ ...set, variants }]).filter((line) => !line.startsWith('        '))).toEqual([]);
  });

  it('puts the runs of several sets together, each with its own', () => {
    const [a, b] = [
      setOf([question('a')], { one: [[run('a')]] }),
      { ...setOf([question('b')], { one: [[run('b')]] }), name: 'golden/entity' },
    ];
    expect(together([a, b]).variants[0]?.runs).toEqual([[run('a'), run('b')]]);
  });
});
