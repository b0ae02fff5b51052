import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { backfill } from '../functions/backfill/backfill.ts';
import { type Context, command } from '../functions/command.ts';
import { progressBar } from '../functions/progress.ts';
import { ConfigError } from '../shared/config.ts';
import { cacheQueries } from '../shared/models/embed/cached.ts';
import { openEmbedder } from '../shared/models/embed/open.ts';
import { openRanker } from '../shared/models/rank/open.ts';
import type { RetrievalBackend } from '../shared/retrieval/backend.ts';
import { openBackend } from '../shared/retrieval/open.ts';
import { profileOf } from '../shared/retrieval/profiles.ts';
import { evaluate, type VariantResult } from './evaluate.ts';
import { asJson, type SetResult, table } from './report.ts';
import { type EvaluationSet, inTenant, readBeirSet, readDocuments } from './sets.ts';
import { sweepOf } from './sweep.ts';
import { withTitleQuestions } from './title-questions.ts';
import { isReranked, isVariant, type Variant, type VariantName, variantNames, variantOf } from './variants.ts';

const OPTIONS = {
  set: { type: 'string', multiple: true, default: [] as string[] },
  variants: { type: 'string', default: 'lexical,dense,hybrid' },
  sweep: { type: 'string', multiple: true, default: [] as string[] },
  questions: { type: 'string' },
  every: { type: 'string', default: '1' },
  k: { type: 'string', default: '10' },
  together: { type: 'boolean', default: false },
  json: { type: 'string' },
} as const;

/**
 * `npm run eval -- --set PATH [--set …] [--together] [--questions titles] [--every N] [--variants a,b] [--sweep SETTING=N,N …]
 * [--k 10] [--json OUT]`: retrieval quality on judged queries, or on questions made of the pages' titles. Each set is a tenant
 * of its own, or all are one with `--together`; `--every` takes each Nth query.
 */
await command(
  async (context) => {
    const { values } = parseArgs({ options: OPTIONS });
    const { config, signal } = context;
    const names = variantsOf(values.variants);
    const k = whole('k', values.k, 100);
    const every = whole('every', values.every, 1_000_000);
    if (values.set.length === 0) throw new ConfigError('--set PATH: name at least one set');
    const ranker = names.some(isReranked) ? await openRanker(config.ranker) : undefined;
    const profile = profileOf(config);
    const variants = names.flatMap((name) => {
      const variant = variantOf(name, profile, ranker);
      return [variant, ...values.sweep.flatMap((sweep) => sweepOf(variant, sweep))];
    });
    const separate = await Promise.all(values.set.map((path) => readSet(path, values.questions, every, signal)));
    const sets = values.together ? separate.map((set) => inTenant(set, 'together')) : separate;
    const embedder = cacheQueries(
      await openEmbedder(config.embedder),
      sets.reduce((sum, { queries }) => sum + queries.length, 0),
    );
    const backend = await openBackend(config, context.log, embedder);
    try {
      const results: SetResult[] = [];
      // All of them first: sets that share a tenant are searched together.
      for (const set of sets) await index(set, backend, context);
      for (const set of sets) {
        // So that the times below are those of the search and not of the encoder.
        if (names.some((name) => name !== 'lexical')) {
          await withBar('query embeddings', set.queries.length, async (tick) => {
            for (const { text } of set.queries) tick(await embedder.embedQuery(text, signal));
          });
        }
        const result = { set: set.name, k, queries: set.queries.length, variants: await evaluateAll(set, variants, k, backend, context) };
        console.log(table(result));
        results.push(result);
      }
      if (values.json)
        writeFileSync(
          values.json,
          `${JSON.stringify(results.length === 1 && results[0] ? asJson(results[0]) : results.map(asJson), null, 2)}\n`,
        );
      return 0;
    } finally {
      await backend.close();
      await ranker?.close();
    }
  },
  { GROUNDWIRE_DATA: '.groundwire/eval', LOG_LEVEL: 'WARNING' },
);

function whole(option: string, value: string, most: number): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new ConfigError(`--${option} ${value}: must be a whole number from 1 to ${most}`);
}

async function readSet(path: string, questions: string | undefined, every: number, signal: AbortSignal): Promise<EvaluationSet> {
  if (questions !== undefined && questions !== 'titles') throw new ConfigError(`--questions ${questions}: there are only titles`);
  const set = questions ? await withTitleQuestions(readDocuments(path), signal) : readBeirSet(path);
  return { ...set, queries: set.queries.filter((_, i) => i % every === 0) };
}

function variantsOf(list: string): readonly VariantName[] {
  return list.split(',').map((name) => {
    if (!isVariant(name)) throw new ConfigError(`--variants ${name}: there are ${variantNames.join(', ')}`);
    return name;
  });
}

async function index(set: EvaluationSet, backend: RetrievalBackend, { signal, log }: Context): Promise<void> {
  const bar = progressBar();
  const { failed } = await backfill({
    bucket: set.documents,
    backend,
    tenant: set.tenant,
    signal,
    log,
    onProgress: bar.update,
  });
  bar.stop();
  signal.throwIfAborted();
  for (const { document, reason } of failed) console.error(`${document}: ${reason}`);
  await backend.maintain(signal);
}

async function evaluateAll(
  set: EvaluationSet,
  variants: readonly Variant[],
  k: number,
  backend: RetrievalBackend,
  { config, signal }: Context,
): Promise<Readonly<Record<string, VariantResult>>> {
  const results: Record<string, VariantResult> = {};
  for (const { name, ...variant } of variants) {
    await withBar(`queries, ${name}`, set.queries.length, async (tick) => {
      const options = {
        ...variant,
        backend,
        k,
        timeoutMs: config.searchTimeoutMs,
        signal,
        onProgress: tick,
      };
      results[name] = await evaluate(set, options);
    });
  }
  return results;
}

async function withBar(label: string, total: number, work: (tick: (done: unknown) => void) => Promise<void>): Promise<void> {
  const bar = progressBar(label);
  let done = 0;
  await work(() => bar.update({ done: ++done, total }));
  bar.stop();
}
