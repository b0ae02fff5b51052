import { smallWordsLanguage } from './language.ts';
import type { Value } from './value.ts';

const WORD = /[\p{L}\p{M}][\p{L}\p{M}'’]*/gu;
/** What a word may follow and be capitalised for that alone. */
const STARTS = /(?:^|[.!?:;…>|([{"“„«‘¿¡/]|^\s*(?:[-*•]|\d+[.)]))\s*$/u;
const NEVER = new Set(['I', "I'm", 'Ok', 'OK', 'PDF', 'FAQ', 'Uhr']);

/**
 * Words that are names by their capitals, but not where a sentence begins. In German every noun has a capital, so there only words
 * in capitals throughout count (`PROFINET`); scripts without capitals have no names here, save those in Latin letters.
 */
export function names(text: string): readonly Value[] {
  const isGerman = smallWordsLanguage(text) === 'de';
  const values: Value[] = [];
  for (const match of text.matchAll(WORD)) {
    const [word] = match;
    if (NEVER.has(word) || !/\p{Lu}/u.test(word)) continue;
    // `PROFINET`, `iPhone`, `DevOps`: names wherever they stand.
    const isOdd = /^\p{Lu}{2,}s?$/u.test(word) || /\p{Ll}.*\p{Lu}/u.test(word);
    if (!isOdd && (isGerman || word.length < 2 || STARTS.test(text.slice(0, match.index)))) continue;
    values.push({ written: word, readings: [`word:${bare(word)}`] });
  }
  return values;
}

/** Every word that a passage has, folded. */
export const statedWords = (text: string): readonly string[] => (text.match(WORD) ?? []).map((word) => `word:${bare(word)}`);

/** Without what grammar puts behind a name. */
const bare = (word: string): string =>
  word
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/'s?$/, '')
    .replace(/(?<=\p{L}{4})s$/u, '');
