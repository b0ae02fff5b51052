const DIGITS: Readonly<Record<string, number>> = {
  〇: 0,
  零: 0,
  一: 1,
  二: 2,
  两: 2,
  兩: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};
const TIMES: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };
/** What has to follow: elsewhere these letters are parts of words (`一般`, `十分`, `三角`). */
const COUNTERS =
  '[个個ヶヵケかカ箇]|日(?!本)|天|年|月|周|週|星期|小[时時]|時間|[时時](?!々)|分[钟鐘間]|分(?:以内|後|前)|秒|倍|割|人|台|件|枚|万|萬|億|亿|円|元|[欧美日]元|ユーロ|ドル|岁|歳|页|ページ|公斤|千克|克|吨|トン|キロ|グラム|毫米|厘米|米|公里|ミリ|センチ|メートル|升|リットル|伏|ボルト|瓦|ワット|安|アンペア|巴|バール|[营営]業日|营业日|工作日|摄氏|%|パーセント|ヘルツ|赫';
const NUMERAL = new RegExp(
  `(?:(百分之) ?)?([〇零一二两兩三四五六七八九十百千]+)(?:(?= ?(?:${COUNTERS}))|(?<=百分之 ?[〇零一二两兩三四五六七八九十百千]+))`,
  'gu',
);

/**
 * A text whose Chinese numerals are digits where they count something: `三十六个月`, `二〇二六年`, `百分之四十`. `千万` stays,
 * which is a warning, and so does one by itself, which is an article as often, unless `isRead` as what a passage states.
 */
export const withDigits = (text: string, isRead = false): string =>
  text.replaceAll(NUMERAL, (whole: string, percent: string | undefined, numeral: string, at: number) => {
    const number = digitsOf(numeral);
    const after = text.slice(at + whole.length).trimStart();
    const isWord = numeral === '千' && /^[万萬](?![円元])/u.test(after);
    const isOne = !isRead && number === '1' && !percent && !/^[万萬億亿]/u.test(after);
    return isWord || isOne ? whole : `${percent ?? ''} ${number} `;
  });

/** Digits side by side (`二〇二六`) or each with its power of ten. */
function digitsOf(numeral: string): string {
  const letters = [...numeral];
  if (letters.every((letter) => letter in DIGITS)) return String(Number(letters.map((letter) => DIGITS[letter]).join('')));
  let sum = 0;
  let digit: number | undefined;
  for (const letter of letters) {
    const times = TIMES[letter];
    if (times === undefined) digit = DIGITS[letter];
    else {
      sum += (digit ?? 1) * times;
      digit = undefined;
    }
  }
  return String(sum + (digit ?? 0));
}
