import { describe, expect, it } from 'vitest';
import { forbiddenContent } from '../../../golden/metrics/forbidden-content.ts';
import { answerOf, expecting, refusal } from './answers.ts';

const expected = expecting({ forbidden: ['14 days', 'merger with Hooli'] });

describe('forbidden content', () => {
  it('is 1 where any of it is said, and 0 where none is', () => {
    expect(forbiddenContent(answerOf('It is 14  Days.'), expected)).toBe(1);
    expect(forbiddenContent(answerOf('It is 30 days.'), expected)).toBe(0);
  });

  it('is no more for two statements than for one', () => {
    expect(forbiddenContent(answerOf('14 days after the merger with Hooli'), expected)).toBe(1);
  });

  it('is not seen in a longer number', () => {
    expect(forbiddenContent(answerOf('114 days'), expected)).toBe(0);
  });

  it('is looked for in refusals too', () => {
    expect(forbiddenContent({ ...refusal, text: 'I may not speak of the merger with Hooli.' }, expected)).toBe(1);
    expect(forbiddenContent(refusal, expected)).toBe(0);
  });

  it('says nothing of a question that forbids nothing', () => {
    expect(forbiddenContent(answerOf('14 days'), expecting())).toBeUndefined();
  });
});
