import { itemOf, type Line } from './lines.ts';
import { splitTable } from './tables.ts';

/** Lines that belong together. */
export type Block =
  | { readonly kind: 'text'; readonly lines: readonly Line[]; readonly text: string; readonly page: number }
  | { readonly kind: 'item'; readonly lines: readonly Line[]; readonly text: string; readonly page: number; readonly marker: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[]; readonly page: number };

/** A gap between lines above this many times the usual one is a gap between paragraphs. */
const LOOSE = 1.35;
const SIZE_CHANGE = 0.08;
const INDENT = 0.8;

/** The blocks of a part of a page. `hyphenated` are words that the document writes with a hyphen within a line. */
export function blocksOf(lines: readonly Line[], page: number, hyphenated: ReadonlySet<string>): readonly Block[] {
  const left = Math.min(...lines.map(({ x0 }) => x0));
  const right = Math.max(...lines.map(({ x1 }) => x1));
  const leading = usualLeading(lines);
  const groups: Line[][] = [];
  for (const [i, line] of lines.entries()) {
    const previous = lines[i - 1];
    if (previous && !startsBlock(line, previous, { left, right, leading })) groups.at(-1)?.push(line);
    else groups.push([line]);
  }
  return groups.flatMap((group): readonly Block[] => {
    const [above, rows] = splitTable(group);
    if (rows) return [...(above.length > 0 ? [textBlock(above, page, right, hyphenated)] : []), { kind: 'table', rows, page }];
    return [textBlock(group, page, right, hyphenated)];
  });
}

function textBlock(group: readonly Line[], page: number, right: number, hyphenated: ReadonlySet<string>): Block {
  const text = textOf(group, right, hyphenated);
  const item = itemOf(text);
  return item ? { kind: 'item', lines: group, text: item.rest, marker: item.marker, page } : { kind: 'text', lines: group, text, page };
}

/** The distance between most lines of the same size. */
function usualLeading(lines: readonly Line[]): number | undefined {
  const gaps = lines
    .flatMap((line, i) => {
      const previous = lines[i - 1];
      return previous && sameSize(line, previous) ? [line.y - previous.y] : [];
    })
    .filter((gap) => gap > 0)
    .toSorted((a, b) => a - b);
  return gaps[Math.floor(gaps.length * 0.4)];
}

const sameSize = (a: Line, b: Line): boolean => Math.abs(a.size - b.size) <= SIZE_CHANGE * Math.max(a.size, b.size);

interface Frame {
  readonly left: number;
  readonly right: number;
  readonly leading: number | undefined;
}

function startsBlock(line: Line, previous: Line, { left, right, leading }: Frame): boolean {
  const gap = line.y - previous.y;
  if (!sameSize(line, previous)) return true;
  if (gap > LOOSE * Math.min(leading ?? Number.POSITIVE_INFINITY, 1.5 * line.size) || gap < 0) return true;
  if (itemOf(line.text)) return true;
  const [wide, wideBefore] = [line.cells.length > 1, previous.cells.length > 1];
  if (wide !== wideBefore && line.font !== previous.font) return true;
  if (wide || wideBefore) return false;
  const isIndented = line.x0 > left + INDENT * line.size;
  if (isIndented && line.x0 > previous.x0 + INDENT * line.size && previous.x0 <= left + 0.2 * line.size && !itemOf(previous.text))
    return true;
  // A heading in the body's size, set in another font.
  if (line.font !== previous.font && previous.x1 < right - 0.25 * (right - left) && !/[,;]$/.test(previous.text)) return true;
  return previous.x1 < right - 0.2 * (right - left) && /[.!?。！？]["”»)]?$/.test(previous.text) && right - left > 25 * line.size;
}

/** The text of lines: where the next word would have had room, the line's end was meant. */
function textOf(lines: readonly Line[], right: number, hyphenated: ReadonlySet<string>): string {
  return lines.reduce((text, line, i) => {
    const previous = lines[i - 1];
    if (!previous) return line.text;
    const [word = ''] = line.text.split(' ', 1);
    const wordWidth = (word.length * (line.x1 - line.x0)) / Math.max(1, line.text.length);
    const hadRoom = right - previous.x1 > wordWidth + line.size;
    if (hadRoom || line.cells.length > 1 || previous.cells.length > 1) return `${text}\n${line.text}`;
    return joinLines(text, line.text, hyphenated);
  }, '');
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

/** Joins what was broken by the end of a line: a hyphen goes unless the document writes the word with one elsewhere. */
export function joinLines(before: string, after: string, hyphenated: ReadonlySet<string>): string {
  const head = /(\p{L}+)[-‐\u00ad]$/u.exec(before)?.[1];
  const tail = /^\p{Ll}\p{L}*/u.exec(after)?.[0];
  if (head && tail) return hyphenated.has(`${head}-${tail}`.toLowerCase()) ? before + after : before.slice(0, -1) + after;
  if (CJK.test(before.at(-1) ?? '') && CJK.test(after[0] ?? '')) return before + after;
  return `${before} ${after}`;
}
