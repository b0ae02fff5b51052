import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { backfill } from '../functions/backfill/backfill.ts';
import { withProgress } from '../functions/progress.ts';
import { type Config, parseConfig } from '../shared/config.ts';
import { openBucket } from '../shared/documents/source/open.ts';
import type { Log } from '../shared/log.ts';
import { cacheQueries } from '../shared/models/embed/cached.ts';
import type { Embedder } from '../shared/models/embed/embedder.ts';
import { openEmbedder } from '../shared/models/embed/open.ts';
import type { RetrievalBackend } from '../shared/retrieval/backend.ts';
import { openBackend } from '../shared/retrieval/open.ts';
import { runSet } from './evaluate.ts';
import { bodiesOf } from './questions/bodies.ts';
import type { Corpus } from './questions/corpus.ts';
import type { GoldenSet } from './questions/golden-sets.ts';
import { resolveLabels } from './questions/labels.ts';
import type { EvaluationSet } from './questions/sets.ts';
import type { QueryRun } from './run-query.ts';
import { uploadCorpora } from './upload.ts';
import type { Variant } from './variants/variants.ts';

export type AnySet = EvaluationSet | GoldenSet;

/** What is to be measured. */
export interface Plan {
  readonly sets: readonly AnySet[];
  readonly variants: readonly Variant[];
  readonly k: number;
  /** Times that each variant is run. */
  readonly times: number;
}

export interface VariantRuns extends Variant {
  /** One for each time that it was run. */
  readonly runs: readonly (readonly QueryRun[])[];
}

/** How the variants did on one set. */
export interface SetRuns {
  readonly set: EvaluationSet;
  readonly variants: readonly VariantRuns[];
}

/** What models were asked for. */
export interface Usage {
  passages: number;
  queries: number;
  rankings: number;
}

export const noUsage = (): Usage => ({ passages: 0, queries: 0, rankings: 0 });

export interface RunContext {
  /** Counted up. */
  readonly usage: Usage;
  /** The settings of the run; a variant may have its own for some. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * Runs every variant on every set. Variants of the same environment share an index; it is kept, so that a later run only
 * indexes what has changed, and passages that another environment has embedded with the same model are not embedded again.
 * Throws Error when a label of a golden set no longer resolves, or a document can't be indexed.
 */
export async function runPlan(plan: Plan, context: RunContext): Promise<readonly SetRuns[]> {
  const bySet = new Map<string, { set: EvaluationSet; variants: VariantRuns[] }>();
  const vectors = new Map<string, Float32Array>();
  for (const variants of Map.groupBy(plan.variants, ({ environment = {} }) => JSON.stringify(environment)).values()) {
    await withIndex(plan.sets, { ...context, vectors, own: variants[0]?.environment ?? {} }, async (sets, backend, { searchTimeoutMs }) => {
      for (const set of sets) {
        const known = bySet.get(set.name) ?? { set, variants: [] };
        bySet.set(set.name, known);
        for (const variant of variants.map((each) => countRankings(each, context.usage))) {
          const options = { ...plan, backend, timeoutMs: searchTimeoutMs, signal: context.signal };
          known.variants.push({ ...variant, runs: await runsOf(set, variant, options) });
        }
      }
    });
  }
  return [...bySet.values()];
}

interface IndexContext extends RunContext {
  /** Of passages, by model and text. */
  readonly vectors: Map<string, Float32Array>;
  /** Settings instead of the run's. */
  readonly own: Readonly<Record<string, string>>;
}

/** Gives `use` the sets on a backend that has indexed their documents, with every question embedded: times are those of the search. */
export async function withIndex(
  sets: readonly AnySet[],
  context: IndexContext,
  use: (sets: readonly EvaluationSet[], backend: RetrievalBackend, config: Config) => Promise<void>,
): Promise<void> {
  const config = configOf(context.own, context);
  const embedder = cacheQueries(rememberPassages(await openEmbedder(config.embedder), context.vectors, context.usage), queryCount(sets));
  const backend = await openBackend(config, context.log, embedder);
  try {
    const ready = await indexed(sets, backend, config, context);
    const texts = ready.flatMap(({ queries }) => queries.map(({ text }) => text));
    await withProgress('query embeddings', async (update) => {
      for (const [i, text] of texts.entries()) {
        await embedder.embedQuery(text, context.signal);
        update({ done: i + 1, total: texts.length });
      }
    });
    await use(ready, backend, config);
  } finally {
    await backend.close();
  }
}

interface RunOptions {
  readonly backend: RetrievalBackend;
  readonly k: number;
  readonly times: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

async function runsOf(set: EvaluationSet, variant: Variant, { times, ...options }: RunOptions): Promise<readonly (readonly QueryRun[])[]> {
  const all: (readonly QueryRun[])[] = [];
  for (let time = 0; time < times; time++) {
    all.push(
      await withProgress(`${set.name}, ${variant.name}`, (update) =>
        runSet(set, { ...options, ...variant, onProgress: (done) => update({ done, total: set.queries.length }) }),
      ),
    );
  }
  return all;
}

/** The sets, once the backend has every document of theirs and no other: sets that share a tenant are searched together. */
async function indexed(
  sets: readonly AnySet[],
  backend: RetrievalBackend,
  config: Config,
  context: RunContext,
): Promise<readonly EvaluationSet[]> {
  const isManaged = config.backend === 'vertex-rag';
  for (const [tenant, ofTenant] of Map.groupBy(sets, (set) => set.tenant)) {
    // The golden sets are questions about the same documents.
    const golden = ofTenant.find((set) => 'questions' in set);
    const corpora = [...ofTenant.filter((set) => !('questions' in set)), ...(golden ? [golden] : [])].map(({ documents }) => documents);
    if (isManaged) await indexUploaded(tenant, corpora, backend, config, context);
    else await indexTenant(tenant, corpora, backend, context);
  }
  return Promise.all(
    sets.map(async (set) =>
      'questions' in set
        ? resolveLabels(set, backend, context.signal, isManaged ? await bodiesOf(set, config, context.signal) : undefined)
        : set,
    ),
  );
}

/** Where documents have to be in a bucket, they are put there. */
async function indexUploaded(
  tenant: string,
  corpora: readonly Corpus[],
  backend: RetrievalBackend,
  config: Config,
  context: RunContext,
): Promise<void> {
  const bucket = await openBucket(config.bucket);
  await uploadCorpora(tenant, corpora, bucket, context.signal);
  await indexTenant(tenant, [bucket], backend, context, backend.atOnce);
}

async function indexTenant(
  tenant: string,
  corpora: readonly Corpus[],
  backend: RetrievalBackend,
  { signal, log }: RunContext,
  concurrency = 1,
): Promise<void> {
  const listed = new Set<string>();
  for (const documents of corpora) {
    const { failed } = await withProgress('documents', (onProgress) =>
      // In order, for a lexical index ranks ties by the order they came in, and figures should come out the same each time.
      backfill({ bucket: documents, backend, tenant, concurrency, signal, log, onProgress }),
    );
    signal.throwIfAborted();
    for (const { document, reason } of failed) console.error(`${document}: ${reason}`);
    for await (const { documentId } of documents.list(tenant, signal)) listed.add(documentId);
  }
  for await (const { documentId, state, generation } of backend.list(tenant)) {
    if (state !== 'deleted' && !listed.has(documentId)) await backend.remove(tenant, documentId, generation);
  }
  await backend.maintain(signal, tenant);
}

const queryCount = (sets: readonly AnySet[]): number =>
  sets.reduce((sum, set) => sum + ('questions' in set ? set.questions : set.queries).length, 1);

/** The run's settings with a variant's own, and a folder of their own for what is indexed by them. */
function configOf(own: Readonly<Record<string, string>>, { environment }: RunContext): Config {
  const settings = { ...environment, ...own };
  if (Object.keys(own).length === 0 || !settings.GROUNDWIRE_DATA) return parseConfig(settings);
  const name = createHash('sha256')
    .update(JSON.stringify(Object.entries(own).sort()))
    .digest('hex')
    .slice(0, 12);
  return parseConfig({ ...settings, GROUNDWIRE_DATA: join(settings.GROUNDWIRE_DATA, name) });
}

const countRankings = ({ ranker, ...variant }: Variant, usage: Usage): Variant =>
  ranker
    ? {
        ...variant,
        ranker: {
          ...ranker,
          async rank(query, records, signal) {
            usage.rankings++;
            return ranker.rank(query, records, signal);
          },
        },
      }
    : variant;

/** `embedder` with the vectors of passages kept in `vectors`, and counted. */
const rememberPassages = (embedder: Embedder, vectors: Map<string, Float32Array>, usage: Usage): Embedder => ({
  ...embedder,
  async embedQuery(text, signal) {
    usage.queries++;
    return embedder.embedQuery(text, signal);
  },
  async embedPassages(passages, signal) {
    const byKey = new Map(passages.map((passage) => [JSON.stringify([embedder.model, passage.title, passage.text]), passage]));
    const missing = [...byKey].filter(([key]) => !vectors.has(key));
    usage.passages += missing.length;
    const made =
      missing.length > 0
        ? await embedder.embedPassages(
            missing.map(([, passage]) => passage),
            signal,
          )
        : [];
    for (const [i, vector] of made.entries()) vectors.set(missing[i]?.[0] ?? '', vector);
    return passages.flatMap(({ title, text }) => vectors.get(JSON.stringify([embedder.model, title, text])) ?? []);
  },
});
