import { fold } from './fold.ts';

/**
 * Identifiers: codes that people copy and mistype (`E-4021`, `ERR_504_TIMEOUT`, `88-1173`, `v2.4.1`, `C2065`). Index and
 * query recognise them by the same functions, in forms that keep neither case nor separators.
 */
const TOKEN = /[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)*/gu;
const SEPARATOR = /[-_.]/;
const SEPARATORS = /[-_.]/g;
const HYPHENS = /[\u2010\u2011\u2212]/g;
/** A longer chain is a path or a sentence without spaces, no code. */
const MOST_PARTS = 8;
const SHORTEST_JOINED = 5;
/** How many neighbouring words of a query may be one code: `err 504 timeout`. */
const SPACED_PARTS = 3;

/** The identifiers in `text`, each in its canonical forms, without repeats, in order of appearance. */
export const identifiers = (text: string): readonly string[] => [...new Set(tokens(text).flatMap(forms))];

/** The identifiers of a query, in which a space may stand for a separator as well. */
export function queryIdentifiers(text: string): readonly string[] {
  const all = tokens(text);
  const spaced = all.flatMap((_, i) =>
    Array.from({ length: SPACED_PARTS - 1 }, (_, n) => all.slice(i, i + n + 2)).map((run) => run.join('-')),
  );
  return [...new Set([...all, ...spaced].flatMap(forms))];
}

/** Compounds of letters only (`beta-cell`), joined: they are words, no codes, and people write them in one as well. */
export const compounds = (text: string): readonly string[] =>
  tokens(text)
    .filter((token) => SEPARATOR.test(token) && !isCode(token) && isShort(token))
    .map((token) => token.replaceAll(SEPARATORS, ''));

const tokens = (text: string): readonly string[] => fold(text.replaceAll(HYPHENS, '-')).match(TOKEN) ?? [];

const isShort = (token: string): boolean => token.split(SEPARATOR).length <= MOST_PARTS;

/** A digit beside a letter or a separator, or a name with an underscore. A bare number is no code, nor is a word. */
const isCode = (token: string): boolean => (/\p{N}/u.test(token) && /[\p{L}\-_.]/u.test(token)) || token.includes('_');

/** The forms of a token, and of each letter-and-number pair inside it: `lp-350-01-installation` is about the LP-350. */
function forms(token: string): readonly string[] {
  if (!isCode(token) || !isShort(token)) return [];
  const pairs = token.match(/(?<![\p{L}\p{N}])\p{L}+[-_.]\p{N}[\p{L}\p{N}]*/gu) ?? [];
  return [token, ...pairs].flatMap(canonicalForms);
}

/**
 * The form with every separator dropped but those between two digits, which become `x` (`e4021`, `88x1173`,
 * `2x4x1`; the v of `v2.4.1` counts for nothing), and, where that differs, the one with none (`881173`), unless the
 * token is a decimal, a version or too short: `2.41` is not `24.1`, and `1-2` not `12`.
 */
function canonicalForms(token: string): readonly string[] {
  const bare = token.replace(/^v(?=\d+[.-])/, '');
  const canonical = bare.replaceAll(/(?<=\p{N})[-_.](?=\p{N})/gu, 'x').replaceAll(SEPARATORS, '');
  const joined = bare.replaceAll(SEPARATORS, '');
  return canonical === joined || /^[\d.]+$/.test(bare) || joined.length < SHORTEST_JOINED ? [canonical] : [canonical, joined];
}
