import { describe, expect, it } from 'vitest';
import { tokenStarts, toTokens } from '../../../golden/chunking/tokens.ts';

describe('tokens', () => {
  it('are words and numbers, without punctuation', () => {
    const text = "It's 1,234.5 — e-mail! 部署";
    expect(tokenStarts(text).map((start) => text[start])).toEqual(['I', '1', 'e', 'm', '部']);
  });

  it('belong to the range that they start in', () => {
    const starts = tokenStarts('one two three');
    expect(toTokens(starts, { start: 0, end: 4 })).toEqual({ start: 0, end: 1 });
    expect(toTokens(starts, { start: 1, end: 5 })).toEqual({ start: 1, end: 2 });
    expect(toTokens(starts, { start: 9, end: 13 })).toEqual({ start: 3, end: 3 });
  });
});
