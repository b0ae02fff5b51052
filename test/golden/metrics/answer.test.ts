import { describe, expect, it } from 'vitest';
import { answerValuesOf } from '../../../golden/metrics/answer.ts';
import { keyFactRecall } from '../../../golden/metrics/key-fact-recall.ts';
import { meanOf } from '../../../golden/metrics/mean.ts';
import { answerOf, expecting } from './answers.ts';

const question = (id: string, ...keyFacts: readonly (readonly string[])[]) => ({ id, expected: expecting({ keyFacts }) });
const answers = new Map([
  ['both', answerOf('30 days, free')],
  ['one', answerOf('30 days')],
  ['factless', answerOf('Hello')],
]);

describe('the values of a metric by question', () => {
  it('are of each question that the metric says something of, and the mean is over those', () => {
    const questions = [question('both', ['30 days'], ['free']), question('one', ['30 days'], ['free']), question('factless')];
    const values = answerValuesOf(keyFactRecall, questions, answers);
    expect([...values]).toEqual([
      ['both', 2 / 2],
      ['one', 1 / 2],
    ]);
    expect(meanOf(values)).toBe((2 / 2 + 1 / 2) / 2);
  });

  it('are not made where an answer is missing', () => {
    expect(() => answerValuesOf(keyFactRecall, [question('lost')], answers)).toThrow(new RangeError('question lost has no answer'));
  });

  it('are not made for two questions with one id', () => {
    expect(() => answerValuesOf(keyFactRecall, [question('one'), question('one')], answers)).toThrow(
      new RangeError('two questions have the id one'),
    );
  });
});
