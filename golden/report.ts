import type { VariantResult } from './evaluate.ts';

export interface SetResult {
  readonly set: string;
  readonly k: number;
  readonly queries: number;
  readonly variants: Readonly<Record<string, VariantResult>>;
}

/** A table for people: a row a variant, a column a metric. */
export function table({ set, queries, variants }: SetResult): string {
  const columns = [...Object.keys(Object.values(variants)[0]?.metrics ?? {}), 'p50 ms', 'p95 ms'];
  const rows = Object.entries(variants).map(([name, { metrics, latencyMs }]) => [
    name,
    ...Object.values(metrics).map((value) => value.toFixed(4)),
    latencyMs.p50.toFixed(1),
    latencyMs.p95.toFixed(1),
  ]);
  const cells = [[`${set} (${queries} queries)`, ...columns], ...rows];
  const widths = (cells[0] ?? []).map((_, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)));
  return cells
    .map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '))
    .join('\n');
}

/** The form that `--json` writes. */
export const asJson = ({ variants, ...result }: SetResult): object => ({
  ...result,
  variants: Object.fromEntries(
    Object.entries(variants).map(([name, { metrics, latencyMs }]) => [name, { metrics, latency_ms: latencyMs }]),
  ),
});
