import { describe, expect, it } from 'vitest';
import { sentences } from '../../../../shared/documents/chunk/sentences.ts';

const split = (text: string, language = 'en') =>
  sentences({ text, language }, { start: 0, end: text.length }).map(({ start, end }) => text.slice(start, end));

describe('sentences', () => {
  it('join to the text', () => {
    const text = 'One. Two!\nThree?  Four…';
    expect(split(text).join('')).toBe(text);
  });

  it.each([
    ['en', 'Use a tool, e.g. Terraform. ', 'Then ask Dr. Smith or J. Doe.'],
    ['en', 'See Fig. 3 and No. 4 vs. Others. ', 'It ends here.'],
    ['de', 'Das gilt z. B. Montags bzw. Dienstags. ', 'Danach nicht mehr.'],
    ['es', 'La Sra. Pérez lo pidió. ', '¿Cuándo llega?'],
    ['zh', '泵会自动停机。', '请检查过滤器。'],
    ['ja', 'ポンプが停止します。', 'フィルターを確認してください。'],
  ])('%s: does not take the full stop of an abbreviation for an end', (language, first, second) => {
    expect(split(first + second, language)).toEqual([first, second]);
  });

  it('does not end with a line', () => {
    expect(split('This is one\nThat goes on. This is two.')).toEqual(['This is one\nThat goes on. ', 'This is two.']);
  });
});
