import { describe, expect, it } from 'vitest';
import { decode } from '../../../../shared/documents/parse/decode.ts';
import { encode } from './encode.ts';

const RUSSIAN = 'Договор хранится в архиве пять лет, копия остаётся у покупателя. Возврат товара возможен в течение месяца.';
const TEXTS: readonly (readonly [string, string])[] = [
  ['windows-1251', RUSSIAN],
  ['koi8-r', RUSSIAN],
  ['ibm866', RUSSIAN],
  ['x-mac-cyrillic', RUSSIAN],
  ['iso-8859-5', RUSSIAN],
  ['shift_jis', '返品は三十日以内にお願いします。ポンプの交換にはオイルが必要です。'],
  ['euc-jp', '返品は三十日以内にお願いします。ポンプの交換にはオイルが必要です。'],
  ['gb18030', '退货请在三十天内办理，水泵更换需要机油。服务器地址见第三章。'],
  ['big5', '退貨請在三十天內辦理，水泵更換需要機油。伺服器位址見第三章。'],
  ['euc-kr', '반품은 삼십 일 이내에 해 주십시오. 펌프 교체에는 오일이 필요합니다.'],
  ['windows-1252', 'Größere Änderungen müssen übermorgen geprüft werden – die Gebühr beträgt 40 €.'],
  ['windows-1250', 'Proszę sprawdzić źródło zasilania i łącze, zażółć gęślą jaźń w następnej części.'],
  ['windows-1253', 'Οι όροι επιστροφής των προϊόντων αναφέρονται στο τρίτο κεφάλαιο του εγγράφου.'],
  ['windows-1254', 'İade koşulları üçüncü bölümde açıklanmıştır; değişiklik için müşteri hizmetlerine başvurunuz, çağrı açınız.'],
  ['windows-1255', 'מדיניות ההחזרות מפורטת בפרק השלישי של המסמך הזה.'],
  ['windows-1256', 'سياسة الإرجاع موضحة في الفصل الثالث من هذا المستند.'],
  ['windows-874', 'นโยบายการคืนสินค้าอยู่ในบทที่สามของเอกสารนี้'],
  ['utf-16le', 'Die Pumpe braucht Öl.\n返品は三十日以内に。'],
  ['utf-16be', 'Die Pumpe braucht Öl.\n返品は三十日以内に。'],
];

describe('decode', () => {
  it.each(TEXTS)('tells %s by the bytes alone', async (label, text) => {
    expect(await decode(encode(text, label))).toBe(text);
    expect(await decode(encode(`Id 4711: see below. ${text}`, label))).toBe(`Id 4711: see below. ${text}`);
  });

  it.each([
    '返品は三十日以内にお願いします。ポンプの交換にはオイルが必要です。',
    'ポンプ交換のお知らせ',
    '退货请在三十天内办理，水泵更换需要机油。',
  ])('reads UTF-16 without a mark, space or line end: %s', async (text) => {
    expect(await decode(encode(text, 'utf-16le'))).toBe(text);
    expect(await decode(encode(text, 'utf-16be'))).toBe(text);
  });

  it.each(['shift_jis', 'euc-jp', 'gb18030'])('does not take %s for it', async (label) => {
    const text =
      label === 'gb18030'
        ? '退货请在三十天内办理，水泵更换需要机油。'
        : '返品は三十日以内にお願いします。ポンプの交換にはオイルが必要です。';
    expect(await decode(encode(text, label))).toBe(text);
  });

  it('reads ISO-2022-JP, which is all ASCII bytes', async () => {
    expect(await decode(Buffer.from('\u001b$B%]%s%W\u001b(B 4711', 'latin1'))).toBe('ポンプ 4711');
  });

  it('believes UTF-8 that is valid before any declaration', async () => {
    expect(await decode(Buffer.from('Größe 返品'), ['iso-8859-1'])).toBe('Größe 返品');
  });

  it('believes a declaration before detection, unless the bytes can not be that', async () => {
    expect(await decode(encode('Ähren', 'windows-1252'), ['iso-8859-1'])).toBe('Ähren');
    expect(await decode(encode(RUSSIAN, 'windows-1251'), ['euc-jp'])).toBe(RUSSIAN);
    expect(await decode(encode(RUSSIAN, 'windows-1251'), ['no-such-encoding'])).toBe(RUSSIAN);
  });

  it('keeps a text with a NUL in it, which is no UTF-16', async () => {
    expect(await decode(Buffer.from('one\u0000two'))).toBe('onetwo');
  });

  it('refuses what is no text', async () => {
    const noise = Buffer.from(Array.from({ length: 2_048 }, (_, i) => (i * 73 + (i >> 3) * 11) % 256));
    await expect(decode(noise)).rejects.toMatchObject({ code: 'NOT_TEXT' });
  });
});
