import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Context, command } from '../../functions/command.ts';
import { archiveRun } from '../archive.ts';
import { EVALUATION, OPTIONS, planOf, whole } from '../plan.ts';
import { noUsage } from '../run.ts';
import { answersFileOf } from '../run-file.ts';
import { compareAnswers, measuresOf } from './findings.ts';
import { answersLines, answersTable, answerVerdicts, together } from './report.ts';
import { type AnswerPlan, runAnswers } from './run.ts';
import { answerVariantsOf } from './variants.ts';

/** What a plan of searches asks for besides: its variants are not run. */
const RETRIEVAL = { variants: 'hybrid', sweep: [], runs: '1', together: false } as const;

/**
 * `npm run eval:answers -- [--set PATH …] [--every N] [--variants map-reduce,pooled,by-words] [--runs N] [--without] [--json OUT]
 * [--archive DIR]`: what whole answers are worth, by default on every golden set, each question with its groups, filter and day, through
 * the very loop that serves. Who answers is the configuration's (GENERATOR). `--without` asks what has an answer a second time, without
 * the documents that have it. The archive is scored again by `npm run eval:rescore`.
 */
await command(async (context) => {
  const { values } = parseArgs({
    options: {
      set: OPTIONS.set,
      every: OPTIONS.every,
      variants: { type: 'string', default: 'map-reduce' },
      runs: OPTIONS.runs,
      without: { type: 'boolean', default: false },
      json: OPTIONS.json,
      archive: OPTIONS.archive,
    },
  });
  const variants = answerVariantsOf(values.variants);
  const { sets } = await planOf({ ...RETRIEVAL, set: values.set, every: values.every }, context);
  const plan = { sets, variants, times: whole('runs', values.runs, 100), without: values.without };
  return evaluate(plan, values, context);
}, EVALUATION);

async function evaluate(
  plan: AnswerPlan,
  output: { readonly json?: string | undefined; readonly archive: string },
  context: Context,
): Promise<number> {
  const usage = noUsage();
  const answered = await runAnswers(plan, { ...context, environment: { ...EVALUATION, ...process.env }, usage });
  const comparisons = compareAnswers(answered);
  const shown = answered.length > 1 ? [...answered, together(answered)] : answered;
  for (const [i, set] of shown.entries()) {
    console.log(`${i > 0 ? '\n' : ''}${answersTable(set)}`);
    for (const line of answersLines(set, comparisons)) console.log(line);
  }
  console.log(`\n${answerVerdicts(answered, comparisons).join('\n')}`);
  console.error(`Archived as ${archiveRun(output.archive, answersFileOf(answered, usage, context.config))}`);
  if (output.json) {
    const results = answered.map((set) => ({
      set: set.name,
      questions: set.questions.length,
      variants: Object.fromEntries(set.variants.map((variant) => [variant.name, measuresOf(set, variant).metrics])),
      comparisons: comparisons.filter((each) => each.set === set.name),
    }));
    writeFileSync(output.json, `${JSON.stringify(results, null, 2)}\n`);
  }
  return 0;
}
