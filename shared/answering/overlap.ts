import { fold } from '../documents/fold.ts';
import { queryIdentifiers } from '../documents/identify.ts';
import { plain } from '../documents/plain.ts';
import { words } from '../documents/words.ts';
import { plainDigits } from './values/plain-digits.ts';

/**
 * Words that say nothing of what a text is about, in the languages that are here. Of the rest a word is its first letters, in every
 * language alike (truncation, McNamee and Mayfield, 2004, instead of a stemmer each).
 */
const EMPTY = new Set(
  [
    'a an and are as at be been but by can could did do does for from had has have how i if in into is it its me my no not of on or our shall should so than that the their them then there these they this those to too us was we were what when where which while who whom whose why will with would you your about after also any before between during each got get give make much many need per please tell show same such some there’s up out over under only just',
    'der die das ein eine einer eines einem einen und oder ist sind war wie was wo wer wann warum welche welcher welches mit von vom für auf aus bei im in am an zu zum zur den dem des ich wir sie er es ihr man nicht kein keine auch nach vor über unter werden wird wurde kann muss hat haben',
    'el la los las un una unos unas y o es son fue que qué cómo cuál cuándo cuánto cuánta dónde quién con por para de del al en se su sus lo le les no mi tu me te yo nos hay está están',
    'le les un une des et ou est sont de du d l la au aux en que qui quoi comment quel quelle quels combien où quand dans pour par sur avec ce cette ces je tu il elle nous vous ils on ne pas',
    'il lo gli i una e è sono di da del della che come quando quanto chi con per su nel',
    'は が を に の で と も か から まで へ や です ます した する して ある いる この その どの 何 的 了 是 在 有 和 吗 什么 怎么 多少 哪 我 你 他 们 这 那 请 要',
  ].flatMap((list) => list.split(' ')),
);
const STEM = 5;

const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 2_000;

/** What a text is about: its words but the small ones, cut to their first letters, and its codes. */
export function termsOf(text: string): readonly string[] {
  const kept = known.get(text);
  if (kept) return kept;
  const made = [...new Set([...contentWords(text).map(stem), ...queryIdentifiers(plainDigits(plain(text))).map((code) => `code:${code}`)])];
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, made);
  return made;
}

/** The words that are not small, folded. */
export const contentWords = (text: string): readonly string[] =>
  words(plain(text).replaceAll(/['’]s\b/g, '')).filter((word) => !EMPTY.has(word) && /[\p{L}\p{N}]/u.test(word));

/** A word without accents, cut; numbers and short words as they are. */
export function stem(word: string): string {
  if (/\p{N}/u.test(word)) return word;
  const bare = fold(word).normalize('NFD').replaceAll(/\p{M}/gu, '');
  if (!/^\p{Script=Latin}+$/u.test(bare)) return bare;
  const singular = bare.length > 3 ? bare.replace(/(?<=[^s])s$/, '') : bare;
  return singular.slice(0, STEM);
}

/** How much of what `text` is about stands in `other`, from 0 to 1; 0 for a text about nothing. */
export function overlap(text: string, other: string): number {
  const wanted = termsOf(text);
  if (wanted.length === 0) return 0;
  const there = new Set(termsOf(other));
  return wanted.filter((term) => there.has(term)).length / wanted.length;
}
