import { describe, expect, it } from 'vitest';
import { citationRecall } from '../../../golden/metrics/citation-recall.ts';
import { answerOf, expecting } from './answers.ts';

const expected = expecting({ requiredDocuments: ['a.md', 'b.md', 'c.md'] });

describe('citation recall', () => {
  it('is the cited documents of those that are required', () => {
    expect(citationRecall(answerOf('', 'a.md', 'x.md'), expected)).toBe(1 / 3);
    expect(citationRecall(answerOf('', 'c.md', 'b.md', 'a.md'), expected)).toBe(3 / 3);
    expect(citationRecall(answerOf(''), expected)).toBe(0 / 3);
  });

  it('counts a document once, however often it is cited or required', () => {
    expect(citationRecall(answerOf('', 'a.md', 'a.md'), expected)).toBe(1 / 3);
    expect(citationRecall(answerOf('', 'a.md'), expecting({ requiredDocuments: ['a.md', 'a.md', 'b.md'] }))).toBe(1 / 2);
  });

  it('says nothing of a question that requires no document', () => {
    expect(citationRecall(answerOf('', 'a.md'), expecting())).toBeUndefined();
  });
});
