import { smallWordsLanguage } from './language.ts';
import { mayBegin, spelt, squash } from './spelt.ts';
import { counted } from './units.ts';
import type { Scan, Value } from './value.ts';

/** Words that are something else in other languages, by those that they are numbers in; where a unit follows they are numbers anyway. */
const AMBIGUOUS: Readonly<Record<string, readonly string[]>> = {
  ten: ['en', 'de', 'es', 'fr', 'it', 'pt'],
  due: ['it'],
  sei: ['it'],
  tre: ['it'],
  cento: ['it', 'pt'],
  mille: ['it', 'fr'],
  once: ['es'],
  dos: ['es'],
  mil: ['es', 'pt'],
  dez: ['pt'],
  doze: ['pt'],
  sept: ['fr'],
  cent: ['fr'],
  onze: ['fr', 'pt', 'nl'],
  elf: ['de', 'nl'],
  neuf: ['fr'],
  acht: ['de', 'nl'],
};
/** New, and heed, in the same language: claimed only where a unit follows. */
const NEED_UNIT = new Set(['neuf', 'acht']);
/** No article, or hardly. */
const ONE = new Set(['one', 'eins']);
const AND = new Set(['and', 'und', 'en', 'et', 'y', 'e']);
/** What it is taken for in a text whose language is not known. */
const DEFAULT: Readonly<Record<string, string>> = { ten: 'en' };
/** `several hundred`, `per cent`: no certain number. */
const VAGUE =
  /(?<!\p{L})(?:several|few|many|some|mehrere|einige|paar|viele|vari[oa]s|algun[oa]s|plusieurs|quelques|alcun[ie]|divers[ie]|vári[oa]s|enkele|per|pour|por)[ -]$/iu;
const ROUND = new Set([100, 1000]);
const MOST_WORDS = 9;
/** `sechsmonatig`, `dreifach`: a number and what it counts in one word. */
const COUNTING = /(?:tagig|wochig|monatig|jahrig|stundig|minutig|fach|mal|malig|teilig|stufig|stellig)(?:e[nmrs]?)?$/;
const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^[ -](?:millions?|millionen|mill[oó]n(?:es)?|milion[ei]|milh(?:ão|ões)|miljoen)(?!\p{L})/iu, 1e6],
  [/^[ -](?:billions?|milliarden?|milliards?|miliard[oi]|miljard)(?!\p{L})/iu, 1e9],
];

/**
 * Numbers that are words, `sixty` as well as `hundertzwanzig`, each as long as it goes. One is left out where it is claimed: it is an
 * article as often.
 */
export function numberWords(text: string): Scan {
  const values: Value[] = [];
  const stated: string[] = [];
  let rest = text;
  let known: { readonly language: string | undefined } | undefined;
  const language = () => {
    known ??= { language: smallWordsLanguage(text) };
    return known.language;
  };
  const words = [...text.matchAll(/\p{L}[\p{L}\p{M}]*/gu)].map((match) => ({
    word: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
  for (let i = 0; i < words.length; i++) {
    const first = words[i];
    if (!first || !mayBegin(squash(first.word)) || /[\p{N}_]/u.test(text.charAt(first.start - 1))) continue;
    const found = longest(text, words.slice(i, i + MOST_WORDS));
    if (!found) continue;
    const { number, key, length } = found;
    const end = words[i + length - 1]?.end ?? first.end;
    if (number < 2) {
      const { unit, stated: counts } = counted(text, first.start, end, ['1']);
      if (unit || ONE.has(key)) stated.push('number:1', ...counts);
      continue;
    }
    const scale = SCALES.map(([pattern, factor]) => ({ factor, written: pattern.exec(text.slice(end, end + 20))?.[0] })).find(
      ({ written }) => written !== undefined,
    );
    const stop = end + (scale?.written?.length ?? 0);
    const reading = String(number * (scale?.factor ?? 1));
    const { unit, taken, stated: counts } = counted(text, first.start, stop, [reading]);
    i += length - 1;
    const only = unit ? undefined : AMBIGUOUS[key];
    const spoken = only && (language() ?? DEFAULT[key]);
    if (only && spoken && !only.includes(spoken)) continue;
    stated.push(`number:${reading}`, ...counts);
    const isVague = ROUND.has(number) && length === 1 && VAGUE.test(text.slice(Math.max(0, first.start - 15), first.start));
    if (isVague || (only && (!spoken || NEED_UNIT.has(key)))) continue;
    const parts = apart(text.slice(first.start, end));
    values.push({
      written: text.slice(first.start, stop),
      readings: [`number:${reading}`],
      ...(unit ? { unit } : {}),
      ...(parts.length > 1 && !scale ? { or: parts } : {}),
    });
    rest = rest.slice(0, first.start) + ' '.repeat(stop + taken - first.start) + rest.slice(stop + taken);
  }
  return { values, stated, rest };
}

interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const mayFollow = (word: string): boolean => AND.has(word.toLowerCase()) || mayBegin(squash(word));

/** The most of these words that are one number together. */
function longest(text: string, words: readonly Word[]) {
  const [first] = words;
  if (!first) return undefined;
  let most = 1;
  while (most < words.length && /^[ -]$/.test(text.slice(words[most - 1]?.end, words[most]?.start)) && mayFollow(words[most]?.word ?? ''))
    most++;
  for (let length = most; length > 0; length--) {
    const key = squash(text.slice(first.start, words[length - 1]?.end));
    const found = spelt(key) ?? (length === 1 && COUNTING.test(key) ? spelt(key.replace(COUNTING, '')) : undefined);
    if (found !== undefined) return { number: found, key, length };
  }
  return undefined;
}

/** `one hundred and twenty` may be two numbers, as in `between one hundred and twenty`. */
function apart(written: string): readonly Value[] {
  const parts = written.split(/ (?:and|und|en|et|y|e) /iu).map((part) => ({ part, number: spelt(squash(part)) }));
  return parts.every(({ number }) => number !== undefined)
    ? parts.map(({ part, number }) => ({ written: part, readings: [`number:${number}`] }))
    : [];
}
