import type { Range } from '../parse/segments.ts';
import { words } from './sentences.ts';
import type { Source } from './units.ts';

/** The lines of a range, each with its line end. */
export const lines = (text: string, { start, end }: Range): readonly Range[] =>
  Array.from(text.slice(start, end).matchAll(/[^\n]*\n|[^\n]+$/g), ({ 0: line, index }) => ({
    start: start + index,
    end: start + index + line.length,
  }));

/** A range in parts of at most `limit` characters, cut at line ends if need be, then at words, then between characters. */
export function within(source: Source, range: Range, limit: number): readonly Range[] {
  if (range.end - range.start <= limit) return [range];
  return fill(
    lines(source.text, range).flatMap((line) =>
      line.end - line.start <= limit
        ? [line]
        : fill(
            words(source, line).flatMap((word) => hardCut(source.text, word, limit)),
            limit,
          ),
    ),
    limit,
  );
}

function fill(ranges: readonly Range[], limit: number): readonly Range[] {
  const filled: Range[] = [];
  for (const range of ranges) {
    const last = filled.at(-1);
    if (last && range.end - last.start <= limit) filled[filled.length - 1] = { start: last.start, end: range.end };
    else filled.push(range);
  }
  return filled;
}

/** A word longer than a chunk is no word (base64, a minified file): it is cut where the limit falls, between characters. */
function hardCut(text: string, { start, end }: Range, limit: number): readonly Range[] {
  const cuts: Range[] = [];
  for (let from = start; from < end; from = cuts.at(-1)?.end ?? end) {
    // A character can take two, however little room deep nesting leaves.
    const to = Math.min(end, from + Math.max(2, limit));
    const splitsPair = to < end && /[\ud800-\udbff]/.test(text.charAt(to - 1));
    cuts.push({ start: from, end: splitsPair ? to - 1 : to });
  }
  return cuts;
}

/** A range from the `>` on that its line starts with, if it stands in a quotation. */
export function withMarkers(text: string, { start, end }: Range): Range {
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const markers = /^\s*(>[\s>]*)$/.exec(text.slice(line, start))?.[1] ?? '';
  return { start: start - markers.length, end };
}
