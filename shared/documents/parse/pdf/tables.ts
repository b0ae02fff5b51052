import type { Line } from './lines.ts';

const LEAST_ROWS = 3;
const MOST_COLUMNS = 20;

/** How far below the first line of a block its header may stand: titles and captions are above it. */
const MOST_ABOVE = 4;

/** A block whose lines end as a table, and the lines above that. */
export function splitTable(lines: readonly Line[]): readonly [readonly Line[], (readonly (readonly string[])[])?] {
  for (let from = 0; from <= MOST_ABOVE && from < lines.length; from++) {
    if ((lines[from]?.cells.length ?? 0) < 2) continue;
    const rows = tableRows(lines.slice(from));
    if (rows) return [lines.slice(0, from), rows];
  }
  return [lines];
}

/**
 * Lines that follow each other as rows of a table with a header: their cells fall into columns, and the first row names
 * what stands in figures below. Undefined where they do not; they are then lines like others.
 */
function tableRows(lines: readonly Line[]): readonly (readonly string[])[] | undefined {
  if (lines.length < LEAST_ROWS) return undefined;
  const columns = columnsOf(lines);
  if (columns.length < 2 || columns.length > MOST_COLUMNS) return undefined;
  const rows = lines.map(({ cells }) => {
    const row = columns.map((): string[] => []);
    for (const cell of cells) row[columns.findIndex(({ x0, x1 }) => cell.x0 < x1 && cell.x1 > x0)]?.push(cell.text);
    return row.map((texts) => texts.join(' '));
  });
  const [header = [], ...body] = rows;
  const isNamed = header.every((name, x) => (name !== '' || x === 0) && !/\d/.test(name));
  const hasFigures = header.some((_, x) => x > 0 && body.filter((row) => /\d/.test(row[x] ?? '')).length >= body.length / 2);
  return isNamed && hasFigures && header.filter((name) => name !== '').length >= 2 ? rows : undefined;
}

interface Column {
  readonly x0: number;
  readonly x1: number;
}

/** Stretches of x that cells share, from the left. */
function columnsOf(lines: readonly Line[]): readonly Column[] {
  const columns: Column[] = [];
  for (const { x0, x1 } of lines.flatMap(({ cells }) => cells).toSorted((a, b) => a.x0 - b.x0)) {
    const last = columns.at(-1);
    if (last && x0 < last.x1) columns[columns.length - 1] = { x0: last.x0, x1: Math.max(last.x1, x1) };
    else columns.push({ x0, x1 });
  }
  return columns;
}
