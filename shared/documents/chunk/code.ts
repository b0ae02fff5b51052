import type { Range } from '../parse/segments.ts';
import { lines, within } from './lines.ts';
import type { Gap, Limits, Source, Unit } from './units.ts';

/**
 * Code that is too long: cut at blank lines before the least indented line that follows one, which is where functions
 * start, and what is still too long (a class) the same way again, down to lines.
 */
export function codeUnits(source: Source, range: Range, limits: Limits): readonly Unit[] {
  return pieces(source, lines(source.text, range), 'block', limits);
}

function pieces(source: Source, all: readonly Range[], gap: Gap, limits: Limits): readonly Unit[] {
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last) return [];
  if (last.end - first.start <= limits.maxChars) return [{ start: first.start, end: last.end, kind: 'code', gap }];
  const starts = all.flatMap((line, i) => {
    const previous = all[i - 1];
    return previous && isBlank(source.text, previous) && !isBlank(source.text, line) ? [{ i, indent: indentOf(source.text, line) }] : [];
  });
  if (starts.length === 0) {
    return all.flatMap((line, i) =>
      within(source, line, limits.maxChars).map((part, j): Unit => ({ ...part, kind: 'code', gap: i + j === 0 ? gap : 'inside' })),
    );
  }
  const least = Math.min(...starts.map(({ indent }) => indent));
  const cuts = [0, ...starts.filter(({ indent }) => indent === least).map(({ i }) => i)];
  return cuts.flatMap((from, i) =>
    pieces(source, all.slice(from, cuts[i + 1]), i === 0 ? gap : gap === 'block' ? 'part' : 'inside', limits),
  );
}

/** Anything but white space and the marks of a quotation that the block stands in. */
const CODE = /[^\s>]/;

const isBlank = (text: string, { start, end }: Range): boolean => !CODE.test(text.slice(start, end));

const indentOf = (text: string, { start, end }: Range): number => text.slice(start, end).search(CODE);
