import Papa from 'papaparse';
import { decode } from '../decode.ts';
import type { Input, Reading } from '../reading.ts';
import { reading } from '../refuse.ts';
import { looksLikeHeader } from '../rows.ts';
import { recordsOrTable } from './records.ts';

const DELIMITERS = [',', ';', '\t', '|'];
const SAMPLE_LINES = 20;

/** Comma-separated values, whatever the comma is, as a table whose first row is its header. */
export async function readCsv({ bytes, charset }: Input): Promise<Reading> {
  const text = await decode(bytes, [charset]);
  // Excel's own way to say what cuts the cells.
  const [said = '', delimiter] = /^"?sep=([^\n])"?(?:\n|$)/i.exec(text) ?? [];
  const rows = await reading('table', () => rowsOf(text.slice(said.length), delimiter));
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const full = rows.map((row) => (row.length === width ? row : [...row, ...Array.from({ length: width - row.length }, () => '')]));
  const first = full[0] ?? [];
  const header = isHeader(full.slice(0, SAMPLE_LINES)) ? first : undefined;
  const names = (header ?? first.map(() => '')).map((name, x) => name.trim() || `Column ${x + 1}`);
  return { tree: { type: 'root', children: recordsOrTable(names, header ? full.slice(1) : full) } };
}

/** The first line of such a file is its header but where it plainly is not: figures, or a column without a name. */
function isHeader(rows: readonly (readonly string[])[]): boolean {
  const [first = [], ...rest] = rows;
  return looksLikeHeader(rows) || first.every((cell) => cell === '' || hasLetter(cell)) || hasPeriods(first, rest);
}

const hasLetter = (cell: string): boolean => /\p{L}/u.test(cell);

/**
 * `Country,2019,2020`: figures below years or a count, which are names of columns beside one of letters. Where a row
 * below has them too, they are what the first row says as well.
 */
function hasPeriods(first: readonly string[], rest: readonly (readonly string[])[]): boolean {
  const others = first.flatMap((cell, x) => (cell === '' || hasLetter(cell) ? [] : [x]));
  const of = (row: readonly string[]) => others.map((x) => row[x] ?? '');
  return (
    first.some(hasLetter) &&
    rest.length > 0 &&
    isSeries(of(first)) &&
    rest.every((row) => of(row).every((cell) => FIGURE.test(cell)) && !isSeries(of(row)))
  );
}

const isSeries = (cells: readonly string[]): boolean =>
  cells.every((cell) => PERIOD.test(cell)) ||
  (cells.length > 2 && cells.every((cell, i) => /^\d{1,3}$/.test(cell) && (i === 0 || Number(cell) === Number(cells[i - 1]) + 1)));

/** A year, a month or a day, or two years as one. */
const PERIOD = /^(?:1[89]|2[01])\d{2}(?:[-/.](?:\d{2}){1,2}(?:[-/.]\d{2})?)?$|^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}$/;
const FIGURE = /^(?:[\s\d.,:%€$£+\-–]*|n\/?a|null|nan)$/i;

function rowsOf(text: string, delimiter = ''): readonly (readonly string[])[] {
  const { data } = Papa.parse<string[]>(text, { delimiter, delimitersToGuess: DELIMITERS, skipEmptyLines: 'greedy' });
  for (const row of data)
    for (const [x, cell] of row.entries()) if (/^\s|\s$|\s\s|\n/.test(cell)) row[x] = cell.replaceAll(/\s+/g, ' ').trim();
  return data;
}
