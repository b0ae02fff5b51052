import type { Range } from '../parse/segments.ts';
import type { Source } from './units.ts';

/** What ends with a full stop without ending a sentence, beside initials and single letters ("J. Smith", "e.g.", "z. B."). */
const ABBREVIATIONS = [
  ...['al', 'approx', 'ca', 'cf', 'ch', 'Ch', 'Dr', 'ed', 'eq', 'Eq', 'fig', 'Fig', 'figs', 'incl', 'Jr', 'Mr', 'Mrs', 'Ms', 'No', 'Nos'],
  ...['pp', 'Prof', 'sec', 'Sec', 'St', 'vol', 'Vol', 'vs'],
  ...['Abb', 'Abs', 'Art', 'bspw', 'bzw', 'evtl', 'ggf', 'Hr', 'Fr', 'inkl', 'Nr', 'Tel', 'usw', 'vgl', 'zzgl'],
  ...['art', 'Mme', 'núm', 'pág', 'Sr', 'Sra'],
];
const ABBREVIATION = new RegExp(`(?:^|[^\\p{L}\\p{N}])(?:\\p{L}|${ABBREVIATIONS.join('|')})\\.\\s*$`, 'u');

/**
 * The sentences of a range of text by the rules of its language, as ranges that join to it. A single line end is a space
 * here: a hard-wrapped paragraph would otherwise be a sentence a line.
 */
export function sentences({ text, language }: Source, { start, end }: Range): readonly Range[] {
  const found: Range[] = [];
  let continues = false;
  for (const range of ranges(segmenter(language, 'sentence'), text.slice(start, end).replaceAll(/\n(?!\n)/g, ' '), start)) {
    const last = found.at(-1);
    if (continues && last) found[found.length - 1] = { start: last.start, end: range.end };
    else found.push(range);
    continues = ABBREVIATION.test(text.slice(Math.max(range.start, range.end - 20), range.end));
  }
  return found;
}

/** The words of a stretch of text and what stands between them, as ranges that join to it. Never cuts a character. */
export const words = ({ text, language }: Source, { start, end }: Range): readonly Range[] =>
  ranges(segmenter(language, 'word'), text.slice(start, end), start);

/** Making one takes longer than using it. */
const SEGMENTERS = new Map<string, Intl.Segmenter>();

function segmenter(language: string, granularity: 'sentence' | 'word'): Intl.Segmenter {
  const key = `${language} ${granularity}`;
  const made = SEGMENTERS.get(key) ?? new Intl.Segmenter(language, { granularity });
  SEGMENTERS.set(key, made);
  return made;
}

const ranges = (segmenter: Intl.Segmenter, text: string, offset: number): readonly Range[] =>
  Array.from(segmenter.segment(text), ({ segment, index }) => ({ start: offset + index, end: offset + index + segment.length }));
