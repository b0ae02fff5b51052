import { LESS_IS_BETTER } from '../measures.ts';
import { holm } from '../statistics/holm.ts';
import { randomisationTest } from '../statistics/randomisation.ts';
import { ALPHA } from '../statistics/verdict.ts';
import type { Baseline, Scores } from './baseline.ts';

export interface GateRow {
  readonly set: string;
  readonly variant: string;
  readonly state: 'OK' | 'drifted' | 'FAIL';
  /** What differs, for people; none when nothing does. */
  readonly reasons: readonly string[];
}

/** What a set scored now. */
export interface Scored extends Omit<Baseline, 'command' | 'tolerance'> {}

/**
 * A row for each set and variant of the baselines. FAIL: a score is worse by more than the tolerance, is not there any
 * more, the questions or the documents are others, or a metric is significantly worse, query by query (randomisation test,
 * Holm's correction over all rows). Drifted: a score is better by more than the tolerance, and its baseline is to be raised.
 */
export function verdicts(baselines: readonly Baseline[], now: readonly Scored[]): readonly GateRow[] {
  const rows = baselines.flatMap((baseline) => {
    const scored = now.find(({ set }) => set === baseline.set);
    return Object.entries(baseline.variants).map(([variant, before]) => ({
      baseline,
      variant,
      before,
      after: scored?.variants[variant],
      scored,
    }));
  });
  const losses = rows.flatMap(({ variant, before, after, baseline }, row) =>
    after ? lossesOf(before, after).map((loss) => ({ ...loss, row, variant, set: baseline.set })) : [],
  );
  const adjusted = holm(losses.map(({ p }) => p));
  return rows.map(({ baseline, variant, before, after, scored }, row): GateRow => {
    const failures: string[] = [];
    const drifts: string[] = [];
    if (!scored || !after) failures.push('was not run');
    else {
      if (scored.data !== baseline.data) failures.push('the documents are others than those of the baseline; update it');
      if (scored.k !== baseline.k) failures.push(`k is ${scored.k}, not ${baseline.k}`);
      for (const [metric, was] of Object.entries(before.scores)) {
        const is = after.scores[metric];
        if (is === undefined) failures.push(`${metric} is gone`);
        else if (Math.abs(is - was) > baseline.tolerance) {
          const isWorse = LESS_IS_BETTER.has(metric) ? is > was : is < was;
          (isWorse ? failures : drifts).push(`${metric} ${was.toFixed(4)} → ${is.toFixed(4)}`);
        }
      }
      for (const metric of Object.keys(before.byQuery)) {
        if (queriesOf(before, metric) !== queriesOf(after, metric))
          failures.push(`${metric}: the questions are others; update the baseline`);
      }
      for (const [i, loss] of losses.entries()) {
        const p = adjusted[i] ?? 1;
        if (loss.row === row && p <= ALPHA) failures.push(`${loss.metric} is significantly worse, p = ${p.toFixed(4)}`);
      }
    }
    const state = failures.length > 0 ? 'FAIL' : drifts.length > 0 ? 'drifted' : 'OK';
    return { set: baseline.set, variant, state, reasons: [...failures, ...drifts] };
  });
}

const queriesOf = ({ byQuery }: Scores, metric: string): string => JSON.stringify(Object.keys(byQuery[metric] ?? {}).sort());

/** The metrics whose mean is worse over the queries that both have, with the p of the randomisation test. */
function lossesOf(before: Scores, after: Scores): readonly { readonly metric: string; readonly p: number }[] {
  return Object.entries(before.byQuery).flatMap(([metric, values]) => {
    const differences = Object.entries(values).flatMap(([id, was]) => {
      const is = after.byQuery[metric]?.[id];
      return is === undefined ? [] : [LESS_IS_BETTER.has(metric) ? was - is : is - was];
    });
    const sum = differences.reduce((total, difference) => total + difference, 0);
    return sum < 0 ? [{ metric, p: randomisationTest(differences) }] : [];
  });
}

/** Lines for people: a row each, and what to do. */
export function gateReport(rows: readonly GateRow[], accept = '--update'): readonly string[] {
  const failed = rows.filter(({ state }) => state === 'FAIL').length;
  const drifted = rows.filter(({ state }) => state === 'drifted').length;
  return [
    ...rows.map(
      ({ set, variant, state, reasons }) => `${state.padEnd(7)} ${set} ${variant}${reasons.length > 0 ? `: ${reasons.join('; ')}` : ''}`,
    ),
    failed > 0
      ? `${failed} of ${rows.length} failed. If that is what the change is for, accept it: npm run eval:gate -- ${accept}`
      : drifted > 0
        ? `${drifted} of ${rows.length} are better than their baselines. Raise them: npm run eval:gate -- ${accept}`
        : `All ${rows.length} are as they were.`,
  ];
}
