import type { AnsweredQuestion, AnsweredSet, AnswerRun } from '../../../golden/answers/archived.ts';

export const question = (
  id: string,
  more: Partial<AnsweredQuestion> = {},
  expected: Partial<AnsweredQuestion['expected']> = {},
): AnsweredQuestion => ({
  id,
  text: id,
  expected: { keyFacts: [['30 days']], forbidden: [], requiredDocuments: [], unanswerable: false, ...expected },
  labelled: ['a.md'],
  answering: ['a.md'],
  ...more,
});

export const run = (id: string, more: Partial<AnswerRun> = {}): AnswerRun => ({
  id,
  outcome: 'answered',
  answer: 'Within 30 days [S1].',
  citations: [{ marker: '[S1]', id: 'a.md:0', documentId: 'a.md' }],
  cited: { pairs: 1, verbatim: 1 },
  given: ['a.md:0', 'b.md:0'],
  parts: ['answered'],
  faults: { unresolved: 0, unmarked: 0, unsupported: 0 },
  guards: [],
  degraded: [],
  hops: 1,
  searches: 1,
  usage: { calls: 3, inputTokens: 100, cachedTokens: 0, outputTokens: 10, thoughtTokens: 5, costUsd: 0.002 },
  ms: 10,
  ...more,
});

export const refusedRun = (id: string, more: Partial<AnswerRun> = {}): AnswerRun =>
  run(id, { outcome: 'refused', answer: 'No.', citations: [], cited: { pairs: 0, verbatim: 0 }, parts: ['declined'], ...more });

export const setOf = (
  questions: readonly AnsweredQuestion[],
  variants: Readonly<Record<string, readonly (readonly AnswerRun[])[]>>,
): AnsweredSet => ({
  name: 'golden/clean',
  data: 'd',
  questions: [...questions],
  variants: Object.entries(variants).map(([name, runs]) => ({
    name,
    model: 'extractive/1',
    metrics: {},
    runs: runs.map((each) => [...each]),
  })),
});
