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
  const rows = await reading('table', () => rowsOf(text));
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const full = rows.map((row) => (row.length === width ? row : [...row, ...Array.from({ length: width - row.length }, () => '')]));
  const first = full[0] ?? [];
  // The first line of such a file is its header but where it plainly is not: figures, or a column without a name.
  const header =
    looksLikeHeader(full.slice(0, SAMPLE_LINES)) || first.every((cell) => cell === '' || /\p{L}/u.test(cell)) ? first : undefined;
  const names = (header ?? first.map(() => '')).map((name, x) => name.trim() || `Column ${x + 1}`);
  return { tree: { type: 'root', children: recordsOrTable(names, header ? full.slice(1) : full) } };
}

function rowsOf(text: string): readonly (readonly string[])[] {
  const { data } = Papa.parse<string[]>(text, { delimitersToGuess: DELIMITERS, skipEmptyLines: 'greedy' });
  for (const row of data)
    for (const [x, cell] of row.entries()) if (/^\s|\s$|\s\s|\n/.test(cell)) row[x] = cell.replaceAll(/\s+/g, ' ').trim();
  return data;
}
