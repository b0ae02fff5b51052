import { eld } from 'eld/small';

/** Enough to tell, and a bound on the time that it takes. */
const SAMPLE_CHARS = 4_000;
/** Below this a guess is worth less than what the document or the deployment says. */
const LEAST_LETTERS = 60;

/**
 * The language of a text, as a primary subtag of BCP 47 (`en`, `zh`). What is detected in enough text comes before what
 * is declared, for templates declare the language of whoever made them. `fallback` where neither says.
 */
export function languageOf(text: string, declared: string | undefined, fallback: string): string {
  const letters = text.slice(0, SAMPLE_CHARS);
  const said = primarySubtag(declared);
  if ((letters.match(/\p{L}/gu)?.length ?? 0) < LEAST_LETTERS) return said ?? scriptLanguage(letters) ?? fallback;
  const detected = eld.detect(letters);
  if (detected.isReliable()) return detected.language;
  return said ?? (detected.language || fallback);
}

/** `en` of `en-GB` or `en_US`; undefined when it is no language tag. */
export const primarySubtag = (tag: string | undefined): string | undefined =>
  /^([a-z]{2,3})(?:[-_]|$)/i.exec(tag?.trim() ?? '')?.[1]?.toLowerCase();

/** Scripts that one language has nearly to itself, for texts too short to detect. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Hebrew}/u, 'he'],
];

const scriptLanguage = (text: string): string | undefined => SCRIPTS.find(([script]) => script.test(text))?.[1];
