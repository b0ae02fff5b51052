import type { Range } from '../../shared/documents/parse/segments.ts';

const WORDS = new Intl.Segmenter('en', { granularity: 'word' });

/** Where the tokens of a text start. A token is a word or a number as Unicode's word boundaries (UAX 29) have them, without punctuation. */
export const tokenStarts = (text: string): readonly number[] =>
  Array.from(WORDS.segment(text)).flatMap(({ index, isWordLike }) => (isWordLike ? [index] : []));

/** How many tokens, in order of their starts, come before `offset`: a binary search. */
export function tokensBefore(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A range of characters as one of tokens: those that start in it. */
export const toTokens = (starts: readonly number[], { start, end }: Range): Range => ({
  start: tokensBefore(starts, start),
  end: tokensBefore(starts, end),
});
