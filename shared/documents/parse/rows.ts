import type { List } from 'mdast';
import { item, list, paragraph } from './build.ts';

/** Rows of cells, as readers of tables have them before they are nodes. */
type Rows = readonly (readonly string[])[];

/** Several header rows as one: `2024 / Q1`. */
export const mergeHeaders = (headers: Rows): readonly string[] =>
  (headers[0] ?? []).map((_, x) => [...new Set(headers.map((row) => row[x] ?? ''))].filter((text) => text !== '').join(' / '));

/** A table of two columns without a header: each row is a label and its value. */
export const asLabels = (rows: Rows): List =>
  list(
    rows.map(([label = '', value = '']) =>
      item(paragraph(label && value ? `${label}${/[:：?？]$/.test(label) ? '' : ':'} ${value}` : label || value)),
    ),
  );

/** A table of more columns without a header: a line a row. */
export const asLines = (rows: Rows): List => list(rows.map((row) => item(paragraph(row.filter((cell) => cell !== '').join(' | ')))));

/**
 * Whether the first row of a table that does not say so reads as its header: a short name in every column, all of them
 * different, and no figures.
 */
export function looksLikeHeader([first = [], ...rest]: Rows): boolean {
  const names = first.map((cell) => cell.trim());
  return (
    rest.length > 0 &&
    names.length > 1 &&
    new Set(names).size === names.length &&
    names.every((name) => name !== '' && name.length <= 60 && /\p{L}/u.test(name) && !/^[\d.,\s%€$-]+$/.test(name))
  );
}
