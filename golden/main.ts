import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Context, command } from '../functions/command.ts';
import { archiveRun, hashOf, type RunFile, runFile, whereWeAre } from './archive.ts';
import { resultOf } from './evaluate.ts';
import { EVALUATION, OPTIONS, type Values, withPlan } from './plan.ts';
import { findingsOf } from './report/findings.ts';
import { asJson, comparedIn, funnel, type SetResult, table } from './report/table.ts';
import { verdictLines } from './report/verdict-lines.ts';
import { type Plan, runPlan, type SetRuns } from './run.ts';

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
  const usage = { passages: 0, queries: 0, rankings: 0 };
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

async function runFileOf(sets: readonly SetRuns[], k: number, usage: RunFile['usage'], { config, signal }: Context): Promise<RunFile> {
  const run = {
    format: 1,
    at: new Date().toISOString(),
    command: ['npm run eval --', ...process.argv.slice(2)].join(' '),
    ...whereWeAre(),
    node: process.version,
    configuration: { backend: config.backend, embedder: config.embedder, chunk: config.chunk, profile: config.profile },
    k,
    usage,
    sets: await Promise.all(
      sets.map(async ({ set, variants }) => ({
        name: set.name,
        data: await hashOf(set.documents, set.tenant, signal),
        answers: set.answers ?? 1,
        queries: set.queries.map(({ id, text, judged, parts, denied }) => ({
          id,
          text,
          judged: [...judged],
          ...(parts ? { parts: [...parts] } : {}),
          ...(denied ? { denied: denied.map((groups) => [...groups]) } : {}),
        })),
        variants: variants.map(({ name, profile, ranker, environment, runs }) => ({
          name,
          profile,
          ...(ranker ? { ranker: ranker.model } : {}),
          ...(environment ? { environment } : {}),
          metrics: resultOf(set, runs[0] ?? [], k).metrics,
          runs,
        })),
      })),
    ),
  };
  // As it will be read.
  return runFile.parse(JSON.parse(JSON.stringify(run)));
}
