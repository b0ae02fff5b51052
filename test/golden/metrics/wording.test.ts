import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { says } from '../../../golden/metrics/wording.ts';

describe('a wording in a text', () => {
  it.each([
    ['whatever the case', 'Within THIRTY Days.', 'thirty days'],
    ['whatever the width', 'Ｅ－４０２１ は停止', 'E-4021'],
    ['whatever the white space', 'within\n  30\u00a0days', 'within 30\tdays'],
    ['beside punctuation', 'It takes (30 days), no more.', '30 days'],
    ['at the start and at the end', '30 days', '30 days'],
    ['where a citation stands in it', 'It is 30 days [S1] after delivery [S2].', '30 days after delivery.'],
    ['where a part is emphasised', 'It is **30** days, see `E-4021`.', '30 days, see E-4021'],
    ['with other hyphens', 'Error E\u20114021', 'E-4021'],
    ['with a decomposed letter', 'Cafe\u0301 Zu\u0308rich', 'café zürich'],
    ['after a place where it is part of a word', '120 and 12', '12'],
    ['before a full stop and a comma', 'There are 12. And 13, too', '12'],
    ['in Chinese, beside other words', '退货期限为三十天内', '三十天'],
    ['in Japanese, beside other words', '返品は30日以内です', '30日以内'],
    ['a number beside a Chinese word', '共12条', '12'],
    ['a Latin word beside a Japanese one', 'ポンプPX-7を停止', 'px-7'],
    ['in Japanese, where it has spaces', '返品は 30 日 以内', '30日以内'],
    ['in Japanese, where the wording has spaces', '返品は30日以内', '30 日 以内'],
    ['in half-width katakana', 'ﾎﾟﾝﾌﾟを停止', 'ポンプ'],
    ['in Korean, with a particle', '펌프를 30일 이내에', '펌프'],
    ['in Korean, where it is written together', '30일이내', '30일 이내'],
    ['in Thai', 'คืนสินค้าภายใน 30 วัน', 'ภายใน30วัน'],
  ])('is found %s', (_, text, wording) => {
    expect(says(text, wording)).toBe(true);
  });

  it.each([
    ['a number in a longer one', 'It takes 120 days.', '12'],
    ['the end of a longer number', 'It takes 312 days.', '12'],
    ['a part of a decimal', 'It weighs 12.5 kg and costs 3,12.', '12'],
    ['the thousands of a number', 'There are 12,000.', '12'],
    ['a version in a longer one', 'Needs 2.4.1.', '2.4'],
    ['a word in a longer one', 'The pumpkin', 'pump'],
    ['the end of a longer word', 'The heatpump', 'pump'],
    ['a part of a name with underscores', 'MAX_pump', 'pump'],
    ['a word that ends before an accent', 'Cafés', 'Café'],
    ['a word that ends before a vowel sign', 'किताबें', 'किताब'],
    ['a number in a longer one, in Chinese', '共120条', '12条'],
    ['a number in a longer one, in Japanese', '返品は130日以内', '30日以内'],
    ['a full-width number in a longer one', '１２０日', '12'],
    ['words that stand in another order', 'days 30', '30 days'],
  ])('is not found as %s', (_, text, wording) => {
    expect(says(text, wording)).toBe(false);
  });

  it('must not be empty', () => {
    for (const wording of ['', ' ', '**', '[S1]']) expect(() => says('text', wording)).toThrow(RangeError);
  });

  it('is found among other words, wherever it stands', () => {
    const words = fc.array(fc.constantFrom('pump', 'E-4021', '12', '日本', '30日'), { maxLength: 4 });
    fc.assert(
      fc.property(words, words, fc.constantFrom('valve', '7.5', 'grün', '三十天'), (before, after, wording) => {
        expect(says([...before, wording, ...after].join(' '), wording.toUpperCase())).toBe(true);
        expect(says([...before, ...after].join(' '), wording)).toBe(false);
      }),
    );
  });
});
