import type { RootContent } from 'mdast';
import { item, list, paragraph, table } from '../build.ts';

/** A row of a table repeats the header in every passage; where that would take up the passage, rows are records. */
const WIDEST_HEADER_CHARS = 500;
const WIDEST_ROW_CHARS = 1_000;

/**
 * Rows under names as a table, or, where the rows are wide, as records that name each of their values: a passage that
 * holds part of a row still says what its figures are.
 */
export function recordsOrTable(names: readonly string[], rows: readonly (readonly string[])[]): RootContent[] {
  if (rows.length === 0) return [paragraph(names.join(' | '))];
  const isWide = lengthOf(names) > WIDEST_HEADER_CHARS || rows.some((row) => lengthOf(row) > WIDEST_ROW_CHARS);
  if (!isWide && names.length > 1) return [table([names, ...rows])];
  return [
    list(
      rows.map((row) =>
        item(
          paragraph(
            row
              .map((value, x) => (value === '' ? '' : `${names[x]}: ${value}`))
              .filter((pair) => pair !== '')
              .join('; '),
          ),
        ),
      ),
    ),
  ];
}

const lengthOf = (row: readonly string[]): number => row.reduce((sum, cell) => sum + cell.length + 3, 0);
