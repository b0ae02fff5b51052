import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerOf } from '../../../shared/answering/cite.ts';
import { claimsIn, isFactual } from '../../../shared/answering/claims.ts';

const texts = (answer: string) => claimsIn(answer).map(({ text }) => text);

describe('an answer as its sentences', () => {
  it.each([
    ['each with its markers', 'It takes 30 days [S1]. The buyer pays [S2].', ['It takes 30 days [S1].', 'The buyer pays [S2].']],
    [
      'with markers behind the full stop',
      'It takes 30 days. [S1] The buyer pays. [S2][S3]',
      ['It takes 30 days. [S1]', 'The buyer pays. [S2][S3]'],
    ],
    ['that begin with a marker', '[S1] says so. Yes.', ['[S1] says so.', 'Yes.']],
    ['an item each', '- One thing [S1]\n- Another\n\n1. Third\n2. Fourth', ['One thing [S1]', 'Another', 'Third', 'Fourth']],
    [
      'an item each of lists in lists',
      '1. One\n   1. Two\n   2. Three\n2. Four\n   1) Five\n   2) Six',
      ['One', 'Two', 'Three', 'Four', 'Five', 'Six'],
    ],
    [
      'an item each of a list that begins again',
      '1. One\n2. Two\n\nThen:\n\n1. Three\n\n2. Four',
      ['One', 'Two', 'Then:', 'Three', 'Four'],
    ],
    ['an item each, quoted and under headings', '> 1. One\n> 2. Two\n\n## 1. Three\n\n## 2. Four', ['One', 'Two', 'Three', 'Four']],
    ['with a day that a line begins with', '30. April 2026 ist der letzte Tag [S1].', ['30. April 2026 ist der letzte Tag [S1].']],
    ['with the first of a month', '1. April 2026 [S1].\n2. Mai 2026 [S1].', ['1. April 2026 [S1].', '2. Mai 2026 [S1].']],
    ['with days among items', '1. Eins.\n2. Mai 2026.\n3. Drei.', ['Eins.', '2. Mai 2026.', 'Drei.']],
    [
      'with an ordinal',
      '- 2. Mahnung kostet 5 EUR [S1].\n- 1. Mahnung ist frei.',
      ['2. Mahnung kostet 5 EUR [S1].', '1. Mahnung ist frei.'],
    ],
    ['with a number that counts nothing', '1. One\n2. Two\n\n7. Three', ['One', 'Two', '7. Three']],
    ['with a day in the middle', 'Bis zum 15. April 2026 [S1]. Dann nicht.', ['Bis zum 15. April 2026 [S1].', 'Dann nicht.']],
    ['with what could be a day', 'It is version 5. April is near.', ['It is version 5. April is near.']],
    ['with abbreviations in them', 'Use e.g. No. 5 [S1]. Then stop.', ['Use e.g. No. 5 [S1].', 'Then stop.']],
    ['in Japanese', '返品できます[S1]。送料は購入者が払います[S2]。', ['返品できます[S1]。', '送料は購入者が払います[S2]。']],
    ['in Chinese', '可以退货。[S1]运费由买方支付。', ['可以退货。[S1]', '运费由买方支付。']],
    ['in rows of a table', '| a | b |\n|---|---|\n| 1 | 2 [S1] |', ['| a | b |', '| 1 | 2 [S1] |']],
  ])('%s', (_, answer, expected) => {
    expect(texts(answer)).toEqual(expected);
  });

  it('which put together are the answer again', () => {
    const piece = fc.constantFrom('One thing', '. ', '[S1]', '\n', '\n\n', '- ', '1. ', 'Another?', '。', ' ', '## ', '| a |', '30.5', '…');
    fc.assert(
      fc.property(fc.string({ unit: piece, maxLength: 20 }), (answer) => {
        const again = answerOf(claimsIn(answer));
        expect(answer.trim().startsWith(again)).toBe(true);
        expect(answer.trim().slice(again.length)).toMatch(/^(?:[\s#|.:-]|1\.)*$/);
      }),
    );
  });
});

describe('a sentence has to be supported', () => {
  it.each([
    'The buyer pays.',
    'Yes, it does.',
    'Hello, the pump is off.',
    'It takes 5 days:',
    'Sí, el comprador paga.',
    '返品できます。',
    'No. 5 is red.',
  ])('when it claims something: %s', (sentence) => {
    expect(isFactual(sentence)).toBe(true);
  });

  it.each([
    ...[
      'Is it on?',
      '电源开了吗？',
      'Hello!',
      'Hello there!',
      'Sure.',
      'Yes.',
      'Danke!',
      'こんにちは。',
      '…',
      '---',
      'Here is what the manual says:',
    ],
    ...[
      'The documents do not say how tall it is.',
      "I couldn't find anything about that.",
      '資料には記載がありません。',
      'Let me know if that helps.',
    ],
  ])('but not when it claims nothing: %s', (sentence) => {
    expect(isFactual(sentence)).toBe(false);
  });
});
