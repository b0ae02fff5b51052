import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Context, command } from '../functions/command.ts';
import { archiveRun } from './archive.ts';
import { resultOf } from './evaluate.ts';
import { EVALUATION, OPTIONS, type Values, withPlan } from './plan.ts';
import { findingsOf } from './report/findings.ts';
import { asJson, comparedIn, funnel, type SetResult, table } from './report/table.ts';
import { verdictLines } from './report/verdict-lines.ts';
import { noUsage, type Plan, runPlan } from './run.ts';
import { runFileOf } from './run-file.ts';

/**
 * `npm run eval -- [--set PATH …] [--together] [--questions titles] [--every N] [--variants a,b] [--variant-file FILE]
 * [--sweep SETTING=V,V …] [--k N] [--runs N] [--json OUT] [--html OUT] [--archive DIR]`: retrieval quality on judged queries, by
 * default on every golden set. Each set is a tenant of its own, or all are one with `--together`; `--every` takes each Nth query.
 */
await command(async (context) => {
  const { values } = parseArgs({ options: OPTIONS });
  return withPlan(values, context, (plan) => evaluate(plan, values, context));
}, EVALUATION);

/** Where the results go. */
type Output = Values & { readonly archive: string; readonly html?: string | undefined; readonly json?: string | undefined };

async function evaluate(plan: Plan, values: Output, context: Context): Promise<number> {
  const usage = noUsage();
  const sets = await runPlan(plan, { ...context, environment: { ...EVALUATION, ...process.env }, usage });
  const results = sets.map(
    ({ set, variants }): SetResult => ({
      set: set.name,
      k: plan.k,
      queries: set.queries.length,
      variants: Object.fromEntries(variants.map(({ name, runs }) => [name, resultOf(set, runs[0] ?? [], plan.k)])),
    }),
  );
  const run = await runFileOf(sets, plan.k, usage, context);
  const findings = findingsOf(run);
  for (const [i, result] of results.entries()) {
    const [of, found] = [sets[i], findings.sets[i]];
    console.log(`${i > 0 ? '\n' : ''}${table(result, found ? comparedIn(found) : undefined)}`);
    if (of) for (const line of funnel(of, plan.k)) console.log(line);
  }
  console.log(`\n${verdictLines(findings).join('\n')}`);
  console.error(`Archived as ${archiveRun(values.archive, run)}`);
  if (values.html) {
    // It loads a plotting library.
    const { pageOf } = await import('./report/page.ts');
    writeFileSync(values.html, pageOf(run));
  }
  if (values.json) {
    const [only] = results.length === 1 ? results : [];
    writeFileSync(values.json, `${JSON.stringify(only ? asJson(only) : results.map(asJson), null, 2)}\n`);
  }
  return 0;
}
