import type { Element } from 'hast';
import type { Handle } from 'hast-util-to-mdast';
import { toText } from 'hast-util-to-text';
import type { RootContent } from 'mdast';
import { paragraph, table as tableNode } from '../build.ts';
import { asLabels, asLines, guessedHeaders, mergeHeaders } from '../rows.ts';
import { attribute, elements, isElement, isHeading } from './elements.ts';

export interface TableOptions {
  /** Takes the first rows for the header where they read as one: Word files seldom say. */
  readonly guessHeaders?: boolean;
}

interface Cell {
  readonly text: string;
  readonly isHeader: boolean;
}

const MOST_SPAN = 1_000;
/** `colspan=100` is written for a cell over the whole width, however many columns there are. */
const WIDEST_PLAUSIBLE = 50;
const MOST_CELLS = 200_000;

/**
 * A table with its spans expanded. One with a header row stays a table; without one, two columns are labels with their
 * values and more are lines. A table that only lays out a page gives way to what is in it.
 */
export const tableHandler =
  ({ guessHeaders = false }: TableOptions): Handle =>
  (state, node: Element) => {
    const rows = rowsOf(node);
    if (isLayout(node, rows)) return state.toFlow(rows.flatMap((row) => cellsOf(row).flatMap((cell) => state.toFlow(state.all(cell)))));
    const grid = gridOf(rows);
    const guess = guessHeaders && (grid[0]?.length ?? 0) > 2 ? guessedHeaders(grid.map((row) => row.map(({ text }) => text))) : 0;
    const caption = node.children.find((child) => isElement(child, 'caption'));
    const captioned = caption ? [paragraph(wordsOf(caption))] : [];
    return [...captioned, ...tableOf(grid, headerRows(rows, grid) || guess)];
  };

function tableOf(grid: readonly (readonly Cell[])[], headers: number): RootContent[] {
  const texts = grid.map((row) => row.map(({ text }) => text)).filter((row, i) => i < headers || row.some((text) => text !== ''));
  if (texts.length === 0) return [];
  if (headers > 0 && headers < grid.length) return [tableNode([mergeHeaders(texts.slice(0, headers)), ...texts.slice(headers)])];
  return [texts[0]?.length === 2 ? asLabels(texts) : asLines(texts)];
}

const rowsOf = (table: Element): readonly Element[] =>
  table.children.flatMap((child) => {
    if (child.type !== 'element') return [];
    if (child.tagName === 'tr') return [child];
    return isElement(child, 'thead', 'tbody', 'tfoot') ? child.children.filter((row) => isElement(row, 'tr')) : [];
  });

const cellsOf = (row: Element): readonly Element[] => row.children.filter((cell) => isElement(cell, 'td', 'th'));

/** One column, or cells that hold a page of their own. */
function isLayout(table: Element, rows: readonly Element[]): boolean {
  if (rows.every((row) => cellsOf(row).length < 2)) return true;
  if (rows.some((row) => cellsOf(row).length > 1 && cellsOf(row).every((cell) => isElement(cell, 'th')))) return false;
  const inside = [...elements(table)];
  return (
    inside.some((element) => isElement(element, 'table') || isHeading(element)) ||
    /^(?:presentation|none)$/.test(attribute(table, 'role') ?? '')
  );
}

/** The rows with a cell for every column: a cell that spans is repeated, for its text is true of each. */
function gridOf(rows: readonly Element[]): readonly (readonly Cell[])[] {
  const spans = rows.some((row) => cellsOf(row).some((cell) => span(cell, 'colSpan') > 1));
  const plain = place(rows, (width) => (width > WIDEST_PLAUSIBLE ? 1 : width));
  const { grid } = spans ? place(rows, (width, x) => Math.min(width, plain.starts - x)) : plain;
  const columns = grid.reduce((most, row) => Math.max(most, row.length), 0);
  return grid.map((row) => {
    const full = Array.from({ length: columns }, (_, x) => row[x] ?? { text: '', isHeader: false });
    // A cell as wide as the table is a heading of the rows below it, and said once.
    return columns > 1 && full.every((cell) => cell === full[0] || cell.text === full[0]?.text)
      ? full.map((cell, x) => (x === 0 ? cell : { ...cell, text: '' }))
      : full;
  });
}

/**
 * The cells where they stand, as wide as `widthOf` has their span at their column. `starts` is how many columns there are
 * that a cell begins in: what spans beyond the last of them spans nothing.
 */
function place(
  rows: readonly Element[],
  widthOf: (span: number, x: number) => number,
): { readonly grid: Cell[][]; readonly starts: number } {
  const grid: Cell[][] = rows.map(() => []);
  let cells = 0;
  let starts = 0;
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const element of cellsOf(row)) {
      while (grid[y]?.[x]) x++;
      starts = Math.max(starts, x + 1);
      const text = wordsOf(element);
      const width = Math.max(1, widthOf(span(element, 'colSpan'), x));
      const height = Math.min(span(element, 'rowSpan') || rows.length, rows.length - y);
      const isHeader = isElement(element, 'th') || isBold(element, text);
      for (let dy = 0; dy < height; dy++) {
        for (let dx = 0; dx < width && ++cells < MOST_CELLS; dx++) {
          const line = grid[y + dy];
          if (line) line[x + dx] = { text, isHeader };
        }
      }
      x += width;
    }
  }
  return { grid, starts };
}

const span = (element: Element, name: 'colSpan' | 'rowSpan'): number => {
  const value = Number(attribute(element, name) ?? 1);
  return Number.isInteger(value) && value >= 0 ? Math.min(value, MOST_SPAN) : 1;
};

/** How many rows at the top are the header. */
function headerRows(rows: readonly Element[], grid: readonly (readonly Cell[])[]): number {
  const isHeader = (y: number) => {
    const row = grid[y] ?? [];
    return row.some(({ text }) => text !== '') && row.every(({ text, isHeader }) => isHeader || text === '');
  };
  let count = 0;
  while (count < rows.length - 1 && isHeader(count)) count++;
  return count;
}

/** All of a cell in bold, as header rows are made by those who don't know of `th`. */
const isBold = (cell: Element, text: string): boolean =>
  text !== '' &&
  (isElement(cell.children[0], 'p') && cell.children.length === 1 ? cell.children[0].children : cell.children)
    .filter((child) => child.type === 'element' || /\S/.test('value' in child ? child.value : ''))
    .every((child) => isElement(child, 'b', 'strong'));

/** A cell on one line; items of a list in it stand apart. */
function wordsOf(cell: Element): string {
  const isList = [...elements(cell)].some((element) => isElement(element, 'li'));
  return toText(cell, { whitespace: 'normal' })
    .trim()
    .replaceAll(/\s*\n\s*/g, isList ? '; ' : ' ')
    .replaceAll(/\s+/g, ' ');
}
