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
 * different, and no figures. A name that spans columns stands in each of them.
 */
export function looksLikeHeader([first = [], ...rest]: Rows): boolean {
  const names = first.map((cell) => cell.trim()).filter((name, x, all) => x === 0 || name !== all[x - 1]);
  return (
    rest.length > 0 &&
    names.length > 1 &&
    new Set(names).size === names.length &&
    names.every((name) => name !== '' && name.length <= 60 && /\p{L}/u.test(name) && !/^[\d.,\s%€$-]+$/.test(name))
  );
}

/** How many rows read as the header: two where a name spans columns, and another both rows, so that more names follow. */
export function guessedHeaders(rows: Rows): number {
  if (!looksLikeHeader(rows)) return 0;
  const [first = [], second = []] = rows;
  const spans = first.some((name, x) => x > 0 && name === first[x - 1]);
  return spans && second.some((name, x) => name === first[x]) && looksLikeHeader(rows.slice(1)) ? 2 : 1;
}
