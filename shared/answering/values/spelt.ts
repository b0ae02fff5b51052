import { SPELLINGS, type Spelling } from './spellings.ts';

/** Without case, accents, spaces and hyphens: numbers are spelt with and without any of them. */
export const squash = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/[\p{M} -]/gu, '');

/** Squashed words by their value, as they have to be looked up; longest first where one may begin another. */
interface Lexicon {
  readonly belowHundred: ReadonlyMap<string, number>;
  readonly hundreds: readonly (readonly [string, number])[];
  readonly thousands: readonly string[];
  readonly and: readonly string[];
}

const words = (list: string): readonly (readonly string[])[] =>
  squash(list.replaceAll(' ', '/'))
    .split('/')
    .map((each) => each.split('|'));

function lexiconOf({ small, tens, long = [], join, hundreds, thousand, and }: Spelling): Lexicon {
  const ones = words(small).flatMap((forms, i) => forms.map((form) => [form, i + 1] as const));
  const compounds = words(tens).flatMap((forms, i) => {
    const ten = 20 + 10 * i;
    const less = ones.filter(([, one]) => one < (long.includes(ten) ? 20 : 10));
    return forms.flatMap((form) => [
      [form, ten] as const,
      ...less.flatMap(([word, one]) => join(form, word).map((each) => [each, ten + one] as const)),
    ]);
  });
  const byLength = (a: readonly [string, number], b: readonly [string, number]) => b[0].length - a[0].length;
  return {
    belowHundred: new Map([...compounds, ...ones]),
    hundreds: words(hundreds)
      .flatMap((forms, i) => forms.map((form) => [form, 100 * (i + 1)] as const))
      .sort(byLength),
    thousands: words(thousand).flat(),
    and,
  };
}

const LEXICONS = Object.values(SPELLINGS).map(lexiconOf);
/** What a number in words may begin with: a look at three letters spares the rest. */
const STARTS = new Set(
  LEXICONS.flatMap(({ belowHundred, hundreds, thousands }) =>
    [...belowHundred.keys(), ...hundreds.map(([word]) => word), ...thousands].map((word) => word.slice(0, 3)),
  ),
);

export const mayBegin = (squashed: string): boolean => STARTS.has(squashed.slice(0, 3)) || squashed === 'a';

/** The number that squashed words are in some language, up to 999,999. No two languages have a word for different numbers. */
export const spelt = (squashed: string): number | undefined =>
  LEXICONS.map((lexicon) => belowMillion(squashed, lexicon)).find((number) => number !== undefined);

function belowMillion(text: string, lexicon: Lexicon): number | undefined {
  for (const word of lexicon.thousands) {
    const at = text.indexOf(word);
    if (at === -1) continue;
    const before = at === 0 ? 1 : belowThousand(text.slice(0, at), lexicon);
    const after = afterAnd(text.slice(at + word.length), lexicon, belowThousand);
    if (before !== undefined && after !== undefined) return before * 1_000 + after;
  }
  return belowThousand(text, lexicon);
}

function belowThousand(text: string, lexicon: Lexicon): number | undefined {
  for (const [word, hundreds] of lexicon.hundreds) {
    const after = text.startsWith(word) ? afterAnd(text.slice(word.length), lexicon, (rest) => lexicon.belowHundred.get(rest)) : undefined;
    if (after !== undefined) return hundreds + after;
  }
  return lexicon.belowHundred.get(text);
}

function afterAnd(text: string, lexicon: Lexicon, read: (rest: string, lexicon: Lexicon) => number | undefined): number | undefined {
  if (text === '') return 0;
  return lexicon.and
    .filter((and) => text.startsWith(and))
    .map((and) => read(text.slice(and.length), lexicon))
    .find((number) => number !== undefined);
}
