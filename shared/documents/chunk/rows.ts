import type { Range } from '../parse/segments.ts';
import { lines, within, withMarkers } from './lines.ts';
import type { Limits, Source, Unit } from './units.ts';

/** A header that would fill more of a chunk than this is not repeated: there would be no room for what it heads. */
const HEADER_SHARE = 1 / 2;

/** The rows of a table, header row first. */
export function tableRows(source: Source, [head, ...rows]: readonly Range[], limits: Limits): readonly Unit[] {
  if (!head) return [];
  const body = rows.map((row) => withMarkers(source.text, row));
  const first = body[0];
  const marker = first ? (/^[>\s]*/.exec(source.text.slice(first.start, first.end))?.[0] ?? '') : '';
  // The rule below the header has no node of its own. In a quotation each line has its marker.
  const header = source.text
    .slice(head.start, first?.start ?? head.end)
    .trimEnd()
    .split('\n')
    .map((line, i) => marker + (i === 0 ? line : line.replace(/^[>\s]*/, '')))
    .join('\n');
  return rowUnits(source, head, body, header, limits);
}

/** The lines of a table that is written without Markdown's rule below its header; its first line is taken for one. */
export function lineRows(source: Source, range: Range, limits: Limits): readonly Unit[] {
  const [head, ...rows] = lines(source.text, range);
  return head ? rowUnits(source, head, rows, source.text.slice(head.start, head.end).trimEnd(), limits) : [];
}

/** The rows of a table in HTML. What comes before the second `<tr>` heads it if there is a `<th>` in it. */
export function htmlRows(source: Source, { start, end }: Range, limits: Limits): readonly Unit[] {
  const starts = Array.from(source.text.slice(start, end).matchAll(/<tr\b/gi), ({ index }) => start + index).slice(1);
  const [head, ...rows] = [start, ...starts].map((from, i): Range => ({ start: from, end: starts[i] ?? end }));
  if (!head) return [];
  const header = source.text.slice(head.start, head.end).trimEnd();
  return rowUnits(source, head, rows, /<th\b/i.test(header) ? header : '', limits);
}

/**
 * The first unit holds the header and the first row, the others know the header, so that a chunk that starts with one
 * can repeat it. A row has to fit into a chunk together with its header.
 */
function rowUnits(source: Source, head: Range, [first, ...rest]: readonly Range[], header: string, limits: Limits): readonly Unit[] {
  const repeated = header !== '' && header.length <= limits.maxChars * HEADER_SHARE ? { header } : undefined;
  const room = limits.maxChars - (repeated ? Math.max(header.length + 1, (first?.start ?? 0) - head.start) : 0);
  if (!first || !repeated || room <= 0) {
    return [{ start: head.start, end: first?.end ?? head.end }, ...rest].flatMap((row, i) =>
      within(source, row, limits.maxChars).map(
        (part, j): Unit => ({ ...part, kind: 'row', gap: j > 0 ? 'inside' : i > 0 ? 'part' : 'block' }),
      ),
    );
  }
  const units = [first, ...rest].flatMap((row) =>
    within(source, row, room).map((part, i): Unit => ({ ...part, kind: 'row', gap: i > 0 ? 'inside' : 'part', ...repeated })),
  );
  return [{ start: head.start, end: units[0]?.end ?? first.end, kind: 'row', gap: 'block' }, ...units.slice(1)];
}

/** Lines of which most have the same kind of cells: a table in text, or one that is too ragged for Markdown. */
export function isTabular(text: string, { start, end }: Range): boolean {
  const all = text.slice(start, end).split('\n');
  return all.length > 2 && CELLS.some((cell) => all.filter((line) => cell.test(line)).length >= all.length * 0.8);
}

const CELLS = [/\S\s*\|\s*\S/, /\S\t+\S/];
