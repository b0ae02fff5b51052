import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Context, command } from '../../functions/command.ts';
import { ConfigError } from '../../shared/config.ts';
import { archiveRun, type RunFile, readRun } from '../archive.ts';
import { EVALUATION, OPTIONS, withPlan } from '../plan.ts';
import { findingsOf } from '../report/findings.ts';
import { verdictLines } from '../report/verdict-lines.ts';
import { noUsage, runPlan } from '../run.ts';
import { runFileOf } from '../run-file.ts';
import { readPrices } from './costs.ts';
import { OURS, parityDocument, THEIRS } from './document.ts';

/**
 * `npm run eval:parity -- [--set PATH …] [--every N] [--runs N] [--out parity.md] [--run RUN.json]`: the same questions to our own Postgres
 * and to RAG Engine, and what a team needs to choose, as a document. `--run` writes it of a run that is archived already.
 */
await command(async (context) => {
  const { values } = parseArgs({ options: { ...OPTIONS, out: { type: 'string', default: 'parity.md' }, run: { type: 'string' } } });
  const run = values.run === undefined ? await measure(values, context) : readRun(values.run);
  const names = new Set(run.sets.flatMap(({ variants }) => variants.map(({ name }) => name)));
  if (!names.has(OURS) || !names.has(THEIRS)) throw new ConfigError(`--run ${values.run}: has not both variants, ${OURS} and ${THEIRS}`);
  const findings = findingsOf(run);
  writeFileSync(values.out, parityDocument(findings, { prices: readPrices(), isFaked: run.configuration.faked === true }));
  console.log([...verdictLines(findings), values.out].join('\n'));
  return 0;
}, EVALUATION);

type Given = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

async function measure(values: Given, context: Context): Promise<RunFile> {
  const usage = noUsage();
  return withPlan({ ...values, variants: `${OURS},${THEIRS}` }, context, async (plan) => {
    const sets = await runPlan(plan, { ...context, environment: { ...EVALUATION, ...process.env }, usage });
    const run = await runFileOf(sets, plan.k, usage, context);
    console.error(`Archived as ${archiveRun(values.archive, run)}`);
    return run;
  });
}
