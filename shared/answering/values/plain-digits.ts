/**
 * A text whose digits, signs and spaces are those of ASCII, whatever the script (`１２`, `١٢`, `−5`, no-break spaces), and without
 * emphasis, and words of scripts without spaces apart from them: values are looked for in such texts alone.
 */
export const plainDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Nd}/gu, asciiDigit)
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/[’ʼ]/g, "'")
    .replaceAll(/\*\*|__|[*`]/g, '')
    .replaceAll(BESIDE_UNSPACED, ' ')
    .replaceAll(/[\s\u200b]+/g, ' ');

const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
/** Where a word or a number of another script begins or ends: `電圧24Vです`. */
const BESIDE_UNSPACED = new RegExp(`(?<=${UNSPACED})(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=${UNSPACED})`, 'gu');

/** Unicode has the decimal digits of every script in runs of ten, from zero up. */
function asciiDigit(digit: string): string {
  if (digit <= '9') return digit;
  let zero = digit.codePointAt(0) ?? 0;
  const at = zero;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((at - zero) % 10);
}
