import { describe, expect, it } from 'vitest';
import { citationPrecision } from '../../../golden/metrics/citation-precision.ts';
import { answerOf, expecting } from './answers.ts';

const expected = expecting({ requiredDocuments: ['a.md', 'b.md'] });

describe('citation precision', () => {
  it('is the required documents of those that are cited', () => {
    expect(citationPrecision(answerOf('', 'a.md', 'c.md', 'd.md'), expected)).toBe(1 / 3);
    expect(citationPrecision(answerOf('', 'a.md'), expected)).toBe(1 / 1);
    expect(citationPrecision(answerOf('', 'c.md'), expected)).toBe(0 / 1);
  });

  it('counts a document once, however often it is cited', () => {
    expect(citationPrecision(answerOf('', 'a.md', 'a.md', 'a.md', 'c.md'), expected)).toBe(1 / 2);
  });

  it('is 0 where nothing is cited', () => {
    expect(citationPrecision(answerOf('From memory.'), expected)).toBe(0);
  });

  it('says nothing of a question that requires no document', () => {
    expect(citationPrecision(answerOf('', 'a.md'), expecting())).toBeUndefined();
  });
});
