/** What was measured of one chunker, in means over the questions. */
export interface Row {
  readonly chunker: string;
  readonly chunks: number;
  /** Tokens of a chunk, on average. */
  readonly tokens: number;
  readonly recall: number;
  readonly precision: number;
  readonly iou: number;
  readonly omega: number;
}

const COLUMNS: Readonly<Record<string, (row: Row) => string>> = {
  chunks: ({ chunks }) => String(chunks),
  tokens: ({ tokens }) => tokens.toFixed(0),
  recall: ({ recall }) => recall.toFixed(4),
  precision: ({ precision }) => precision.toFixed(4),
  IoU: ({ iou }) => iou.toFixed(4),
  'precision Ω': ({ omega }) => omega.toFixed(4),
};

/** A table for people, which is Markdown too. */
export function table(title: string, rows: readonly Row[]): string {
  const cells = [[title, ...Object.keys(COLUMNS)], ...rows.map((row) => [row.chunker, ...Object.values(COLUMNS).map((cell) => cell(row))])];
  const widths = (cells[0] ?? []).map((_, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)));
  const lines = cells.map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))));
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return lines
    .toSpliced(1, 0, rule)
    .map((line) => `| ${line.join(' | ')} |`)
    .join('\n');
}
