import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTokens, cutToTokens } from '../../../../shared/models/rank/tokens.ts';

describe('countTokens', () => {
  it.each([
    ['a short word is one, and the space before it none', 'the pump', 2],
    ['a long word is one for four letters', 'microbiological', Math.ceil(15 / 4)],
    ['a name in camel case is put apart', 'maxRetryCount', 1 + Math.ceil(5 / 4) + Math.ceil(5 / 4)],
    ['a digit is one', '2026', 4],
    ['a sign is one', '(a, b)', 2 + 3],
    ['a line break is one', 'a\nb', 3],
    ['a letter of Chinese is one', '更换软管', 4],
    ['a letter of Korean is one', '서버 설정', 4],
    ['two letters of another alphabet are one', 'насос', Math.ceil(5 / 2)],
    ['an emoji is its bytes', '👍', 4],
    ['nothing is none', '', 0],
  ])('%s', (_, text, tokens) => {
    expect(countTokens(text)).toBe(tokens);
  });
});

describe('cutToTokens', () => {
  it('keeps a text that is within the limit as it is', () => {
    expect(cutToTokens('the pump has oil', 4)).toBe('the pump has oil');
  });

  it('cuts between words', () => {
    expect(cutToTokens('the pump needs oil', 3)).toBe('the pump');
    expect(cutToTokens('更换软管', 3)).toBe('更换软');
    expect(cutToTokens('the pump', 0)).toBe('');
  });

  it('gives the start of any text, within the limit, with no character cut in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.nat(100), (text, most) => {
        const cut = cutToTokens(text, most);
        expect(text.startsWith(cut)).toBe(true);
        expect(countTokens(cut)).toBeLessThanOrEqual(most);
        expect(cut.isWellFormed()).toBe(text.isWellFormed());
      }),
    );
  });
});
