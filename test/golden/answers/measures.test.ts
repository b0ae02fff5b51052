import { describe, expect, it } from 'vitest';
import { measureAnswers } from '../../../golden/answers/measures.ts';
import { question, refusedRun, run } from './runs.ts';

const measured = (...args: Parameters<typeof measureAnswers>) => measureAnswers(...args).metrics;

describe('what answers are worth', () => {
  it('is the mean over the questions that a metric says something of', () => {
    const questions = [question('a'), question('b'), question('c', { labelled: [], answering: [] }, { unanswerable: true, keyFacts: [] })];
    const other = {
      answer: 'Never [S2].',
      citations: [{ marker: '[S2]', id: 'b.md:0', documentId: 'b.md' }],
      cited: { pairs: 1, verbatim: 0 },
    };
    expect(measured(questions, [run('a'), run('b', other), refusedRun('c')])).toMatchObject({
      key_fact_recall: 1 / 2,
      citation_precision: 1 / 2,
      verbatim: 1 / 2,
      false_refusal: 0 / 2,
      correct_refusal: 1 / 1,
      source_hit: 1,
    });
  });

  it('gives a refusal of what can be answered no facts and no citations', () => {
    expect(measured([question('a')], [refusedRun('a')])).toMatchObject({ key_fact_recall: 0, citation_precision: 0, false_refusal: 1 });
  });

  it('counts recall of what is required by name alone, and precision by any label', () => {
    const required = question('a', { labelled: ['a.md', 'b.md'] }, { requiredDocuments: ['a.md', 'c.md'] });
    expect(measured([required], [run('a')])).toMatchObject({ citation_precision: 1, citation_recall: 1 / 2 });
    expect(measured([question('a')], [run('a')])).not.toHaveProperty('citation_recall');
  });

  it('counts what a model wrote and what it took, thoughts included', () => {
    const faulty = run('a', { faults: { unresolved: 2, unmarked: 0, unsupported: 0 }, cited: { pairs: 4, verbatim: 1 } });
    expect(measured([question('a')], [faulty])).toMatchObject({
      verbatim: 1 / 4,
      unresolved: 2,
      calls: 3,
      tokens: 100 + 10 + 5,
      cost_usd: 0.002,
      hops: 1,
    });
  });

  it('finds the source by the document, among what was given', () => {
    expect(measured([question('a', { answering: ['b.md'] })], [run('a')])).toMatchObject({ source_hit: 1 });
    expect(measured([question('a', { answering: ['c.md'] })], [run('a')])).toMatchObject({ source_hit: 0 });
    expect(measured([question('a')], [run('a', { given: [] })])).toMatchObject({ source_hit: 0 });
  });

  it('counts what failed for neither a refusal nor an answer', () => {
    const failed = run('a', { outcome: 'failed', answer: '', citations: [], cited: { pairs: 0, verbatim: 0 } });
    expect(measured([question('a')], [failed])).toMatchObject({ failed: 1, false_refusal: 0, key_fact_recall: 0 });
  });

  it('has no price where one call has none, and no groundedness without a judge', () => {
    const { costUsd: _, ...usage } = run('a').usage;
    const metrics = measured([question('a')], [run('a', { usage })]);
    expect(metrics).not.toHaveProperty('cost_usd');
    expect(metrics).not.toHaveProperty('groundedness');
  });

  it('does not pass over a question without an answer', () => {
    expect(() => measured([question('a')], [])).toThrow('question a has no answer');
  });
});
