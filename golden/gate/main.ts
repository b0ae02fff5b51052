import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Context, command } from '../../functions/command.ts';
import { ConfigError } from '../../shared/config.ts';
import { runAnswers } from '../answers/run.ts';
import { answerVariantsOf } from '../answers/variants.ts';
import { hashOf } from '../archive.ts';
import { diagnose } from '../diagnosis.ts';
import { mainMetric, measure } from '../measures.ts';
import { EVALUATION, planOf } from '../plan.ts';
import { noUsage, runPlan, type SetRuns } from '../run.ts';
import { STAGE_DEPTH } from '../run-query.ts';
import { answersScored } from './answers-scored.ts';
import { type Baseline, readBaselines, type Scores, writeBaseline } from './baseline.ts';
import { type Given, gateDeployed } from './deployed/run.ts';
import { roundedScores } from './rounded.ts';
import { gateReport, type Scored, verdicts } from './verdicts.ts';

const OPTIONS = {
  answers: { type: 'boolean', default: false },
  update: { type: 'boolean', default: false },
  set: { type: 'string', multiple: true, default: [] as string[] },
  url: { type: 'string' },
  tenant: { type: 'string' },
  backend: { type: 'string', default: 'pgvector' },
  /** Another encoder, and a question more or less of the smallest set. An index that is lost, or half of one, loses more. */
  tolerance: { type: 'string', default: '0.1' },
} as const;
type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

const BASELINES = 'golden/baselines';
/** Of answers. */
const ANSWERS = join(BASELINES, 'answers');
/** What is held to its baseline: the arms by themselves too, for a fusion can hide what one of them has lost. */
const VARIANTS = 'lexical,dense,hybrid,templated';
/** The offline encoder and the embedded database give the same scores on every machine but for rounding. */
const TOLERANCE = 0.005;
/** Passages that an agent reads. */
const K = 6;

// No settings of the product, which refuses what it doesn't know, and no business of the processes that read documents.
const { GROUNDWIRE_TOKEN: token, GROUNDWIRE_ID_TOKEN: idToken } = process.env;
for (const name of ['GROUNDWIRE_TOKEN', 'GROUNDWIRE_ID_TOKEN']) delete process.env[name];

/** The loop as it is, and no other variant, for each takes a minute. */
const ANSWER_VARIANTS = 'map-reduce';

/**
 * `npm run eval:gate [-- --answers] [--update] [--set FILE …]`: every golden set, or those named, against its baseline, a line for each
 * variant; status 1 when one is worse. `--answers` holds whole answers without a model instead of searches. `--update` accepts what is
 * scored now, and shows what changes. An index that grew by changes has its ties in another order: remove GROUNDWIRE_DATA where only
 * that may have drifted.
 *
 * `npm run eval:gate -- --url URL --tenant T [--backend pgvector|vertex-rag] [--tolerance 0.1] [--set FILE …]`: the same questions to a
 * deployed search whose tenant T holds golden/corpus, as the bearer of GROUNDWIRE_TOKEN and, for Cloud Run, of GROUNDWIRE_ID_TOKEN;
 * status 1 when it finds less than the baselines less a tolerance.
 */
await command(async (context) => {
  const { values } = parseArgs({ options: OPTIONS });
  return values.url === undefined ? gate(values, context) : gateDeployed(deployedOf(values), context);
}, EVALUATION);

async function gate(values: Values, context: Context): Promise<number> {
  const folder = values.answers ? ANSWERS : BASELINES;
  const now = await (values.answers ? answersNow : searchesNow)(values.set, context);
  const baselines = existsSync(folder) ? readBaselines(folder) : [];
  if (values.update) {
    const written = `npm run eval:gate -- ${values.answers ? '--answers ' : ''}--update`;
    for (const scored of now)
      update(
        scored,
        baselines.find(({ set }) => set === scored.set),
        folder,
        written,
      );
    return 0;
  }
  const wanted = values.set.length === 0 ? baselines : baselines.filter(({ set }) => now.some((scored) => scored.set === set));
  const rows = verdicts(wanted, now);
  for (const line of gateReport(rows, values.answers ? '--answers --update' : '--update')) console.log(line);
  return rows.length === 0 || rows.some(({ state }) => state === 'FAIL') ? 1 : 0;
}

/** Throws ConfigError for what can't be asked like this. */
function deployedOf({ url = '', tenant, backend, tolerance, set, update }: Values): Given {
  if (!/^https?:\/\/[^/]/.test(url)) throw new ConfigError(`--url ${url}: must be the address of a search, https://…`);
  if (tenant === undefined) throw new ConfigError('--tenant: say which tenant holds golden/corpus');
  if (update) throw new ConfigError('--update: baselines are of the offline run; leave out --url');
  if (backend !== 'pgvector' && backend !== 'vertex-rag') throw new ConfigError(`--backend ${backend}: there are pgvector, vertex-rag`);
  const less = Number(tolerance);
  if (!(less >= 0 && less < 1)) throw new ConfigError(`--tolerance ${tolerance}: must be a number from 0 to 1`);
  if (!token) throw new ConfigError(`GROUNDWIRE_TOKEN: is needed, a token for ${tenant} that the deployment trusts`);
  return { url, token, idToken, tenant, byText: backend === 'vertex-rag', tolerance: less, k: K, sets: set, baselines: BASELINES };
}

type Sets = readonly string[];

async function searchesNow(set: Sets, context: Context): Promise<readonly Scored[]> {
  const plan = await planOf({ set, variants: VARIANTS, sweep: [], every: '1', runs: '1', together: false }, context);
  const sets = await runPlan(plan, { ...context, environment: { ...EVALUATION, ...process.env }, usage: noUsage() });
  return Promise.all(sets.map((each) => scoredOf(each, plan.k, context.signal)));
}

async function answersNow(set: Sets, context: Context): Promise<readonly Scored[]> {
  if (context.config.generator.kind !== 'local') throw new ConfigError('GENERATOR: the baselines of answers are those of GENERATOR=local');
  const { sets } = await planOf({ set, variants: 'hybrid', sweep: [], every: '1', runs: '1', together: false }, context);
  const plan = { sets, variants: answerVariantsOf(ANSWER_VARIANTS), times: 1, without: false };
  const answered = await runAnswers(plan, { ...context, environment: { ...EVALUATION, ...process.env }, usage: noUsage() });
  return answered.map((each) => answersScored(each, context.config.answering.limits.mostPassages));
}

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
        return [name, roundedScores({ ...metrics, ...Object.fromEntries(stages) }, byQuery, perQuery)];
      }),
    ),
  };
}

function update(scored: Scored, before: Baseline | undefined, folder: string, command: string): void {
  const written: Baseline = { ...scored, command, tolerance: before?.tolerance ?? TOLERANCE };
  for (const [variant, { scores }] of Object.entries(scored.variants)) {
    const was = before?.variants[variant]?.scores;
    const changes = Object.entries(scores).flatMap(([metric, is]) =>
      was?.[metric] === is ? [] : [`${metric} ${was?.[metric] ?? 'new'} → ${is}`],
    );
    if (changes.length > 0) console.log(`${scored.set} ${variant}: ${changes.join(', ')}`);
  }
  writeBaseline(folder, written);
}
