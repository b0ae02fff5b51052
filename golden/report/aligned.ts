/** Rows as lines of a table: the first and the last column are words, the others figures. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const isText = (column: number) => column === 0 || column === widths.length - 1;
  return rows
    .map((row) => row.map((cell, i) => (isText(i) ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}
