import type { Range } from '../parse/segments.ts';

const SENTENCES = new Intl.Segmenter(undefined, { granularity: 'sentence' });
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * The sentences of `text` between two offsets, as ranges that join to it. A single line end is a space here: a
 * hard-wrapped paragraph would otherwise be a sentence a line.
 */
export function sentences(text: string, { start, end }: Range): readonly Range[] {
  return ranges(SENTENCES, text.slice(start, end).replaceAll(/\n(?!\n)/g, ' '), start);
}

/** The words of a stretch of text and what stands between them, as ranges that join to it. Never cuts a character. */
export const words = (text: string, { start, end }: Range): readonly Range[] => ranges(WORDS, text.slice(start, end), start);

const ranges = (segmenter: Intl.Segmenter, text: string, offset: number): readonly Range[] =>
  Array.from(segmenter.segment(text), ({ segment, index }) => ({ start: offset + index, end: offset + index + segment.length }));
