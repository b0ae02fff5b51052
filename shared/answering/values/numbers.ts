import { counted } from './units.ts';
import { type Scan, scan, type Value } from './value.ts';

const SCALES: Readonly<Record<string, number>> = {
  ...scale(1e2, 'hundred hundert'),
  ...scale(1e3, 'thousand tausend mil mille k 千'),
  ...scale(1e4, '万 萬'),
  ...scale(1e6, 'million millions millionen millón millones mio m 百万'),
  ...scale(1e8, '億 亿'),
  ...scale(1e9, 'billion billions milliarde milliarden mrd milliard milliards bn'),
};

function scale(factor: number, words: string): Readonly<Record<string, number>> {
  return Object.fromEntries(words.split(' ').map((word) => [word, factor]));
}

/** Not in the middle of a word or a code (`E-4021`), but right before a unit (`24V`). */
const NUMBER =
  /(?<![\p{L}\p{N}_][-._]?)(?<sign>(?<![\p{N}\p{L}])(?<!\p{N} )-|(?<!\p{L})minus )?(?<digits>\d{1,3}(?:[ ']\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)*)(?: ?(?<scale>hundred|hundert|thousand|tausend|mille|mil|millions?|millionen|mill[oó]n(?:es)?|billions?|milliarden?|milliards?|mio|mrd|bn|千|万|萬|百万|億|亿)(?!\p{Script=Latin}))?/giu;
const TIME =
  /(?<![\p{L}\p{N}][.:,-]?)(?<hour>\d{1,2})(?:(?:[:.]| ?[時点] ?)(?<minute>\d{2})(?!\d|[.:]\d))?(?: ?(?<half>[ap]m|[ap]\.m\.)| ?(?<clock>uhr|o'clock|[時点]))?(?!\p{L})/giu;
/** Times of day; `1:10` may be a ratio, and is read the same way on both sides. */
export const times = (text: string): Scan =>
  scan(text, TIME, ({ groups: { hour, minute, half, clock } = {}, 0: whole }) => {
    if (!half && !clock && !(minute && whole.includes(':'))) return undefined;
    const h = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
    return { readings: [`time:${h * 60 + Number(minute ?? 0)}`], stated: [`number:${Number(hour)}`, `bare:${Number(hour)}`] };
  });

/** Numbers, with the separators of any language and words for thousands and millions. */
export const numbers = (text: string): Scan =>
  scan(text, NUMBER, ({ groups, index = 0, 0: whole }) => {
    const { sign, digits = '', scale: word } = groups ?? {};
    const factor = word ? (SCALES[word.toLowerCase()] ?? 1) : 1;
    const minus = sign ? '-' : '';
    const own = readingsOf(digits);
    const meant = (factor === 1 ? own : own.map((each) => String(Number(each) * factor))).map((each) => minus + each);
    const { unit, taken, stated } = counted(text, index, index + whole.length, meant);
    // `ISO 9001` may be written `ISO-9001` elsewhere.
    const before = /(\p{L}+) ?$/u.exec(text.slice(Math.max(0, index - 30), index))?.[1];
    const code = before && !sign ? [`code:${before.toLowerCase()}${digits}`] : [];
    const parts = digits.split(/ (?=\d)/);
    return {
      readings: [...meant.map((each) => `number:${each}`), ...code],
      ...(unit ? { unit, taken } : {}),
      stated: [
        ...stated,
        ...own.map((each) => `number:${minus}${each}`),
        ...parts.flatMap((part) => [`number:${part}`, ...(parts.length > 1 ? [`bare:${part}`] : [])]),
      ],
      ...(parts.length > 1 ? { or: parts.map((part): Value => ({ written: part, readings: [`number:${part}`] })) } : {}),
    };
  });

/**
 * What the digits may mean. `1,180` is a thousand and some, `1.180` either that or little more than one, for English has such
 * decimals. A number that begins with a zero is a name as well: `0057`.
 */
function readingsOf(digits: string): readonly string[] {
  const bare = digits.replaceAll(/[ ']/g, '');
  if (/^0\d+$/.test(bare)) return [bare];
  const [whole = '', ...rest] = bare.split(/[.,]/);
  if (rest.length === 0) return [plain(bare)];
  const marks = bare.replaceAll(/\d/g, '');
  const last = rest.at(-1) ?? '';
  const grouped = (groups: readonly string[]) => whole !== '0' && whole.length <= 3 && groups.every((group) => group.length === 3);
  const joined = plain(bare.replaceAll(/[.,]/g, ''));
  const decimal = plain(`${whole}${rest.slice(0, -1).join('')}.${last}`);
  if (new Set(marks).size > 1) return [decimal];
  if (rest.length > 1) return grouped(rest) ? [joined] : [bare];
  if (!grouped(rest)) return [decimal];
  return marks === '.' ? [joined, decimal] : [joined];
}

/** Without zeros that say nothing. */
const plain = (digits: string): string => {
  const [whole = '', decimals = ''] = digits.split('.');
  const kept = decimals.replace(/0+$/, '');
  const integer = whole.replace(/^0+(?=\d)/, '');
  return kept ? `${integer}.${kept}` : integer;
};
