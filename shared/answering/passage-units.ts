import { sentences } from '../documents/chunk/sentences.ts';

/** A piece of a passage that says something by itself. */
export interface Unit {
  /** From here to there in the passage. */
  readonly start: number;
  readonly end: number;
  readonly kind: 'sentence' | 'item' | 'row' | 'heading';
  /** Of a row of a table: the titles of its columns. */
  readonly columns: readonly string[];
}

const ROW = /^\s*\|.*\|\s*$/;
const RULE = /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/;
const HEADING = /^ {0,3}#{1,6}\s+/;
const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;
const FENCE = /^\s*(?:`{3,}|~{3,})/;

interface Line {
  readonly start: number;
  readonly text: string;
}

/** A passage as its sentences, rows of tables, items and headings, in order; what says nothing is left out. */
export function unitsOf(text: string, language = 'und'): readonly Unit[] {
  const lines: Line[] = [];
  for (const match of text.matchAll(/[^\n]+/g)) lines.push({ start: match.index, text: match[0] });
  const units: Unit[] = [];
  let columns: readonly string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as Line;
    const isRow = ROW.test(line.text);
    if (!isRow) columns = [];
    if (RULE.test(line.text) || FENCE.test(line.text)) continue;
    if (isRow && RULE.test(lines[i + 1]?.text ?? '')) {
      columns = cellsOf(line.text);
      continue;
    }
    const kind = isRow ? 'row' : HEADING.test(line.text) ? 'heading' : ITEM.test(line.text) ? 'item' : 'sentence';
    const last = kind === 'row' || kind === 'heading' ? i : lastOf(lines, i, text);
    const end = endOf(lines[last] as Line);
    const start = line.start + (/^[\s>]*/.exec(line.text)?.[0].length ?? 0);
    if (kind === 'row' || kind === 'heading') units.push({ start, end, kind, columns });
    else
      for (const range of sentences({ text, language }, { start, end })) {
        const trimmed = trim(text, range);
        if (trimmed.end > trimmed.start) units.push({ ...trimmed, kind, columns: [] });
      }
    i = last;
  }
  return units;
}

/** The last line of the paragraph or item that begins at a line. */
function lastOf(lines: readonly Line[], from: number, text: string): number {
  let last = from;
  for (;;) {
    const [line, next] = [lines[last], lines[last + 1]];
    if (!line || !next || /\n\s*\n/.test(text.slice(endOf(line), next.start))) return last;
    if ([ROW, HEADING, ITEM, RULE, FENCE].some((pattern) => pattern.test(next.text))) return last;
    last++;
  }
}

const endOf = ({ start, text }: Line): number => start + text.length;

function trim(text: string, { start, end }: { readonly start: number; readonly end: number }) {
  const piece = text.slice(start, end);
  return { start: start + piece.length - piece.trimStart().length, end: end - (piece.length - piece.trimEnd().length) };
}

/** The cells of a row as they read. */
export const cellsOf = (row: string): readonly string[] =>
  row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
