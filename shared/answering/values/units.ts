import { UNITS } from './unit-table.ts';

/** What a number counts. */
export interface Counted {
  /** A key of the table. */
  readonly id: string;
  /** Number and unit as the text has them. */
  readonly written: string;
}

const list = (words: string | undefined) => words?.split(' ').filter((word) => word !== '') ?? [];
const spaced = (word: string) => word.replaceAll('_', ' ');
const entries = Object.entries(UNITS);
const BY_SIGN: ReadonlyMap<string, string> = new Map(entries.flatMap(([id, { signs }]) => list(signs).map((sign) => [sign, id] as const)));
const BY_WORD: ReadonlyMap<string, string> = new Map(
  entries.flatMap(([id, { words }]) => list(words).map((word) => [spaced(word), id] as const)),
);

/** What may stand between a number and a unit of time. */
const KIND = '(?:(?:working|business|calendar|full|whole|consecutive|clear|volle[nr]?|ganze[nr]?) )?';
const LATIN = /^(?:[%€$£¥Ω]|°[CFcf](?!\p{L})|(?:US)?\$|[\p{Script=Latin}μΩ·]+(?:\/min|-1)?[23]?)(?![\p{Script=Latin}\p{N}])/u;
const LATIN_AFTER = new RegExp(`^(?: |-)?${KIND}`, 'u');
const UNSPACED = /^(?: ?の)? ?([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]{1,8})/u;
/** Of `30 EUR 20 days` the currency is the first one's. */
const BEFORE = /(?<!\p{L}|\d ?)([€$£¥]|US\$|EUR|USD|GBP|CNY|JPY|RMB|CHF|百分之) ?$/u;
/** `3分之1`, `3年级`, `10周年`, `5日元`: no such unit. */
const OTHERWISE = /^(?:[分][之の]|年[级級生度]|周年|[週周]年)/u;
/** `2026年` is a name of a year, `1990s` of ten. */
const isYear = (id: string, numbers: readonly string[]) =>
  (id === 'year' || id === 'second') && numbers.some((number) => /^\d{4}$/.test(number));

/**
 * The unit that a number from `start` to `end` of a text is given in, if the text has one beside it; and what the text states by that of
 * each of its readings: `pair:7|bar`, or `bare:7` where the unit may stand elsewhere, as above a column.
 */
export function counted(
  text: string,
  start: number,
  end: number,
  numbers: readonly string[],
): { readonly unit?: Counted; readonly taken: number; readonly stated: readonly string[] } {
  const after = unitAfter(text.slice(end, end + 40), numbers);
  const before = BEFORE.exec(text.slice(Math.max(0, start - 10), start))?.[1];
  const id = before ? BY_WORD.get(before.toLowerCase()) : after?.id;
  if (id === undefined) return { taken: 0, stated: numbers.map((number) => `bare:${number}`) };
  const taken = before ? 0 : (after?.length ?? 0);
  const written = text.slice(before ? start - before.length : start, end + taken).trim();
  return { unit: { id, written }, taken, stated: numbers.map((number) => `pair:${number}|${id}`) };
}

function unitAfter(text: string, numbers: readonly string[]): { readonly id: string; readonly length: number } | undefined {
  const found = afterSpace(text) ?? unspaced(text);
  return found && !isYear(found.id, numbers) ? found : undefined;
}

function afterSpace(text: string) {
  const from = LATIN_AFTER.exec(text)?.[0].length ?? 0;
  const rest = text.slice(from);
  const [one] = LATIN.exec(rest) ?? [];
  if (one === undefined) return undefined;
  const [two = one] = /^\S+ [\p{Script=Latin}]+(?!\p{L})/u.exec(rest) ?? [];
  for (const token of [two, one, one.replace(/\/min$/, '')]) {
    const id = BY_SIGN.get(token) ?? BY_WORD.get(token.toLowerCase()) ?? BY_WORD.get(token.toLowerCase().replace(/ige[nmrs]?$/, 'ig'));
    if (id !== undefined) return { id, length: from + token.length };
  }
  return undefined;
}

function unspaced(text: string) {
  const [whole = '', run = ''] = UNSPACED.exec(text) ?? [];
  if (OTHERWISE.test(run)) return undefined;
  for (let length = run.length; length > 0; length--) {
    const id = BY_WORD.get(run.slice(0, length));
    if (id !== undefined) return { id, length: whole.length - run.length + length };
  }
  return undefined;
}

const known = new Map<string, RegExp>();

/** Whether a passage has a unit anywhere, in any case and language. */
export function hasUnit(text: string, id: string): boolean {
  let pattern = known.get(id);
  if (!pattern) {
    pattern = presence(id);
    known.set(id, pattern);
  }
  return pattern.test(text);
}

function presence(id: string): RegExp {
  const { signs, words, there } = UNITS[id] ?? {};
  if (there) return new RegExp(there, 'iu');
  const forms = [...list(signs), ...list(words)].map((form) => {
    const literal = spaced(form).replaceAll(/[$.*+?^(){}|[\]\\/]/g, String.raw`\$&`);
    return /^\p{Script=Latin}/u.test(form) ? String.raw`(?<!\p{L})${literal}(?!\p{L})` : literal;
  });
  return new RegExp(forms.join('|'), 'iu');
}
