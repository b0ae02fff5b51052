import { describe, expect, it } from 'vitest';
import { correctRefusal, falseRefusal } from '../../../golden/metrics/refusal.ts';
import { answerOf, expecting, refusal } from './answers.ts';

const answerable = expecting({ unanswerable: false });
const unanswerable = expecting({ unanswerable: true });

describe('refusals', () => {
  it('are false where the question could be answered', () => {
    expect(falseRefusal(refusal, answerable)).toBe(1);
    expect(falseRefusal(answerOf('30 days'), answerable)).toBe(0);
    expect(falseRefusal(refusal, unanswerable)).toBeUndefined();
  });

  it('are correct where it could not', () => {
    expect(correctRefusal(refusal, unanswerable)).toBe(1);
    expect(correctRefusal(answerOf('30 days'), unanswerable)).toBe(0);
    expect(correctRefusal(refusal, answerable)).toBeUndefined();
  });
});
