import type { VariantResult } from './evaluate.ts';
import { difference } from './metrics/difference.ts';

export interface SetResult {
  readonly set: string;
  readonly k: number;
  readonly queries: number;
  readonly variants: Readonly<Record<string, VariantResult>>;
}

/** A table for people: a row a variant, a column a metric, and how nDCG differs from the first row's, with its 95 % interval. */
export function table({ set, k, queries, variants }: SetResult): string {
  const [first] = Object.values(variants);
  const columns = [...Object.keys(first?.metrics ?? {}), `Δ ndcg@${k}`, 'p50 ms', 'p95 ms'];
  const rows = Object.entries(variants).map(([name, { metrics, byQuery, latencyMs }]) => [
    name,
    ...Object.values(metrics).map((value) => value.toFixed(4)),
    byQuery === first?.byQuery ? '' : differenceOf(first?.byQuery[`ndcg@${k}`] ?? [], byQuery[`ndcg@${k}`] ?? []),
    latencyMs.p50.toFixed(1),
    latencyMs.p95.toFixed(1),
  ]);
  const cells = [[`${set} (${queries} queries)`, ...columns], ...rows];
  const widths = (cells[0] ?? []).map((_, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)));
  return cells
    .map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '))
    .join('\n');
}

function differenceOf(before: readonly number[], after: readonly number[]): string {
  const { mean, margin } = difference(before, after);
  return `${mean < 0 ? '−' : '+'}${Math.abs(mean).toFixed(4)} ±${margin.toFixed(4)}`;
}

/** The form that `--json` writes. */
export const asJson = ({ variants, ...result }: SetResult): object => ({
  ...result,
  variants: Object.fromEntries(
    Object.entries(variants).map(([name, { metrics, latencyMs }]) => [name, { metrics, latency_ms: latencyMs }]),
  ),
});
