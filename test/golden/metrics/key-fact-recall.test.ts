import { describe, expect, it } from 'vitest';
import { keyFactRecall } from '../../../golden/metrics/key-fact-recall.ts';
import { answerOf, expecting, refusal } from './answers.ts';

const expected = expecting({ keyFacts: [['30 days', 'thirty days', 'one month'], ['buyer pays', 'at your expense'], ['unused']] });

describe('key-fact recall', () => {
  it('is the facts that are stated in any of their wordings, of all facts', () => {
    expect(keyFactRecall(answerOf('Thirty days, at your expense.'), expected)).toBe(2 / 3);
    expect(keyFactRecall(answerOf('An unused item: one month, and the buyer pays.'), expected)).toBe(3 / 3);
    expect(keyFactRecall(answerOf('Ask again.'), expected)).toBe(0 / 3);
  });

  it('counts a fact once, in however many wordings it is stated', () => {
    expect(keyFactRecall(answerOf('Thirty days, that is 30 days or one month.'), expected)).toBe(1 / 3);
  });

  it('does not find a number in a longer one', () => {
    expect(keyFactRecall(answerOf('130 days'), expected)).toBe(0);
  });

  it('is 0 for a refusal, whatever it says', () => {
    expect(keyFactRecall({ ...refusal, text: 'I can not say whether it is 30 days.' }, expected)).toBe(0);
  });

  it('says nothing of a question without key facts', () => {
    expect(keyFactRecall(answerOf('Hello'), expecting())).toBeUndefined();
  });
});
