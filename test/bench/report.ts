import { SLICES, type TenantName } from './corpus/plan.ts';
import type { Measured } from './measure/engine.ts';
import type { Size } from './measure/sizes.ts';
import type { Throughput } from './measure/throughput.ts';
import { K } from './method.ts';

const COLUMNS = [
  'method',
  'p50 ms',
  'p95 ms',
  'against ours',
  'queries/s 1 / 8 / 32',
  `rows of ${K}`,
  'nDCG@10',
  `recall@${K}`,
  'dense recall, worst tenth',
];

/** The lines of one tenant, or of one of its slices, as a table. */
export function tableOf(lines: readonly Measured[]): string {
  const ours = new Map(lines.filter(({ group }) => group === 'ours').map(({ method, p50 }) => [method, p50]));
  const most = Math.max(...lines.map(({ answered }) => answered));
  const rows = lines.map((line) => [
    line.answered < most ? `${line.method} (${line.answered} questions)` : line.method,
    line.p50.toFixed(1),
    line.p95.toFixed(1),
    ratio(line, ours.get(line.against)),
    line.throughput.map(rate).join(' / '),
    line.returned.toFixed(1),
    line.quality.questions > 0 ? line.quality.ndcgAt10.toFixed(3) : '',
    line.quality.questions > 0 ? line.quality.recallAtK.toFixed(3) : '',
    line.denseRecall ? `${line.denseRecall.mean.toFixed(3)}, ${line.denseRecall.worstTenth.toFixed(3)}` : '',
  ]);
  return aligned([COLUMNS, ...rows]);
}

const rate = ({ perSecond, failed }: Throughput): string =>
  perSecond.toFixed(perSecond < 10 ? 1 : 0) + (failed > 0 ? ` (${failed} failed)` : '');

const ratio = ({ p50, method, against }: Measured, ours: number | undefined): string =>
  ours === undefined || method === against ? '' : `${(p50 / ours).toFixed(1)} × ${against}`;

/** What a table is about. */
export const headingOf = ([first]: readonly Measured[], chunks: Readonly<Record<TenantName, number>>): string => {
  if (!first) return '';
  const { tenant, slice } = first.scope;
  const judged = first.quality.questions > 0 ? `, ${first.quality.questions} questions with something relevant in it` : '';
  return `${first.engine}, tenant ${tenant}: ${chunks[tenant]} chunks${slice ? `, within ${SLICES[slice] / 10} % of them` : judged}`;
};

export function sizesTable(sizes: readonly Size[]): string {
  return aligned([
    ['relation', 'of', 'MB'],
    ...sizes.map(({ relation, table, kind, bytes }) => [relation, kind === 'table' ? 'table' : table, (bytes / 1e6).toFixed(0)]),
  ]);
}

/** Columns as wide as their widest cell: the first ones to the left, numbers to the right. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows
    .map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '))
    .map((line) => `  ${line.trimEnd()}`)
    .join('\n');
}
