import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { command } from '../../functions/command.ts';
import { hashOf } from '../archive.ts';
import { diagnose } from '../diagnosis.ts';
import { mainMetric, measure } from '../measures.ts';
import { EVALUATION, planOf } from '../plan.ts';
import { runPlan, type SetRuns } from '../run.ts';
import { STAGE_DEPTH } from '../run-query.ts';
import { type Baseline, readBaselines, type Scores, writeBaseline } from './baseline.ts';
import { gateReport, type Scored, verdicts } from './verdicts.ts';

const BASELINES = 'golden/baselines';
/** What is held to its baseline: the arms by themselves too, for a fusion can hide what one of them has lost. */
const VARIANTS = 'lexical,dense,hybrid,templated';
/** The offline encoder and the embedded database give the same scores on every machine but for rounding. */
const TOLERANCE = 0.005;

/**
 * `npm run eval:gate [-- --update] [--set FILE …]`: every golden set, or those named, against its baseline, a line for each
 * variant; status 1 when one is worse. `--update` accepts what is scored now, and shows what changes. An index that grew by changes has
 * its ties in another order: remove GROUNDWIRE_DATA where only that may have drifted.
 */
await command(async (context) => {
  const { values } = parseArgs({
    options: { update: { type: 'boolean', default: false }, set: { type: 'string', multiple: true, default: [] as string[] } },
  });
  const plan = await planOf({ set: values.set, variants: VARIANTS, sweep: [], every: '1', runs: '1', together: false }, context);
  const sets = await runPlan(plan, {
    ...context,
    environment: { ...EVALUATION, ...process.env },
    usage: { passages: 0, queries: 0, rankings: 0 },
  });
  const now = await Promise.all(sets.map((set) => scoredOf(set, plan.k, context.signal)));
  const baselines = existsSync(BASELINES) ? readBaselines(BASELINES) : [];
  if (values.update) {
    for (const scored of now)
      update(
        scored,
        baselines.find(({ set }) => set === scored.set),
      );
    return 0;
  }
  const wanted = values.set.length === 0 ? baselines : baselines.filter(({ set }) => now.some((scored) => scored.set === set));
  const rows = verdicts(wanted, now);
  for (const line of gateReport(rows)) console.log(line);
  return rows.length === 0 || rows.some(({ state }) => state === 'FAIL') ? 1 : 0;
}, EVALUATION);

async function scoredOf({ set, variants }: SetRuns, k: number, signal: AbortSignal): Promise<Scored> {
  const perQuery = new Set([mainMetric(k), `recall@${k}`, 'answered', 'leaks']);
  return {
    set: set.name,
    k,
    data: await hashOf(set.documents, set.tenant, signal),
    variants: Object.fromEntries(
      variants.map(({ name, runs: [runs = []] }): [string, Scores] => {
        const { metrics, byQuery } = measure(set, runs, k);
        const stages = diagnose(set, runs, k).recall.map(({ stage, recall }) => [`${stage} recall@${STAGE_DEPTH}`, recall] as const);
        return [
          name,
          {
            scores: Object.fromEntries([...Object.entries(metrics), ...stages].map(([metric, value]) => [metric, rounded(value)])),
            byQuery: Object.fromEntries(
              Object.entries(byQuery)
                .filter(([metric]) => perQuery.has(metric))
                .map(([metric, values]) => [metric, Object.fromEntries(Array.from(values, ([id, value]) => [id, rounded(value)]))]),
            ),
          },
        ];
      }),
    ),
  };
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}

function update(scored: Scored, before: Baseline | undefined): void {
  const written: Baseline = { ...scored, command: 'npm run eval:gate -- --update', tolerance: before?.tolerance ?? TOLERANCE };
  for (const [variant, { scores }] of Object.entries(scored.variants)) {
    const was = before?.variants[variant]?.scores;
    const changes = Object.entries(scores).flatMap(([metric, is]) =>
      was?.[metric] === is ? [] : [`${metric} ${was?.[metric] ?? 'new'} → ${is}`],
    );
    if (changes.length > 0) console.log(`${scored.set} ${variant}: ${changes.join(', ')}`);
  }
  writeBaseline(BASELINES, written);
}
