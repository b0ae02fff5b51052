import { diagnose, lossesInWords } from '../diagnosis.ts';
import type { VariantResult } from '../evaluate.ts';
import { byKind } from '../kinds.ts';
import { mainMetric, measure } from '../measures.ts';
import { disagreement } from '../repeats.ts';
import type { SetRuns } from '../run.ts';
import { STAGE_DEPTH } from '../run-query.ts';
import { type Comparison, compare } from '../statistics/compare.ts';
import { aligned } from './aligned.ts';
import type { SetFindings } from './findings.ts';
import { signed } from './words.ts';

export interface SetResult {
  readonly set: string;
  readonly k: number;
  readonly queries: number;
  readonly variants: Readonly<Record<string, Omit<VariantResult, 'runs'>>>;
}

/** How variants differ from the first, by a metric. */
export interface Compared {
  readonly metric: string;
  readonly differences: Readonly<Record<string, Comparison>>;
}

/**
 * A table for people: a row a variant, a column a metric, and how a metric differs from the first row's: the mean difference,
 * its 95 % interval and the verdict. Without `compared` it is nDCG, and p is corrected for the number of rows.
 */
export function table({ set, k, queries, variants }: SetResult, compared = comparedBy(mainMetric(k), variants)): string {
  const [first] = Object.values(variants);
  const { metric, differences } = compared;
  const columns = [...Object.keys(first?.metrics ?? {}), `Δ ${metric}`, '95 % interval', 'p50 ms', 'p95 ms', ''];
  const rows = Object.entries(variants).map(([name, { metrics, latencyMs }]) => {
    const { difference, interval, verdict = '' } = differences[name] ?? {};
    return [
      name,
      ...Object.values(metrics).map((value) => value.toFixed(4)),
      difference === undefined ? '' : signed(difference),
      interval ? `${signed(interval.low)} to ${signed(interval.high)}` : '',
      latencyMs.p50.toFixed(1),
      latencyMs.p95.toFixed(1),
      verdict,
    ];
  });
  const cells = [[`${set} (${queries} queries)`, ...columns], ...rows];
  return aligned(cells);
}

/** For each variant a line of how much of what answers each stage still had, and which lost it; and how its runs differ, where there are several. */
export function funnel({ set, variants }: SetRuns, k: number): readonly string[] {
  return variants.flatMap(({ name, runs }) => {
    const [first = []] = runs;
    const diagnosis = diagnose(set, first, k);
    if (diagnosis.recall.length === 0) return [];
    const kinds = byKind(set, measure(set, first, k), `recall@${k}`);
    const shares = diagnosis.recall.map(({ stage, recall }) => `${stage} ${recall.toFixed(3)}`).join(' → ');
    return [
      `  ${name}: recall@${STAGE_DEPTH} ${shares}; among the first ${k}, ${lossesInWords(diagnosis)}`,
      ...(kinds ? [`  ${name}: ${kinds}`] : []),
      ...(runs.length > 1 ? [`  ${name}: ${disagreement(set, runs, k)}`] : []),
    ];
  });
}

/** The others against the first. */
function comparedBy(metric: string, variants: SetResult['variants']): Compared {
  const [base, ...others] = Object.entries(variants).flatMap(([name, { byQuery }]) => {
    const values = byQuery[metric];
    return values ? [{ name, values }] : [];
  });
  return { metric, differences: base ? compare(base.values, Object.fromEntries(others.map(({ name, values }) => [name, values]))) : {} };
}

/** As the report of the whole run has it, with p corrected for all of its comparisons. */
export const comparedIn = ({ metric = '', variants }: Pick<SetFindings, 'metric' | 'variants'>): Compared => ({
  metric,
  differences: Object.fromEntries(variants.flatMap(({ name, comparison }) => (comparison ? [[name, comparison]] : []))),
});

/** The form that `--json` writes. */
export const asJson = ({ variants, ...result }: SetResult): object => ({
  ...result,
  variants: Object.fromEntries(
    Object.entries(variants).map(([name, { metrics, latencyMs }]) => [name, { metrics, latency_ms: latencyMs }]),
  ),
});
