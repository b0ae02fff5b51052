import { makeCaller } from '../../shared/caller.ts';
import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { cacheSearches } from '../../shared/retrieval/cache.ts';
import { MEASURED, type Paths } from '../../shared/retrieval/pgvector/paths.ts';
import { createStore, type Driver } from '../../shared/retrieval/pgvector/store/store.ts';
import { PROFILES } from '../../shared/retrieval/profiles.ts';
import { type RetrieveOptions, retrieve } from '../../shared/retrieval/retrieve.ts';
import { countingEmbedder } from '../fakes/embedder.ts';
import { backendOver } from '../support/stores.ts';
import { askedBy } from './asked.ts';
import { followAll } from './cases.ts';
import { checkCandidates, checkHits, checkReading, expectedOf, expectSame, type Stored, storedOf } from './checks.ts';
import { type History, type Search, TENANTS } from './corpus.ts';
import { type Corpus, createCorpus } from './oracle.ts';
import { type Answers, put, write } from './writes.ts';

const never = new AbortController().signal;
const limits = { read: 60_000, write: 60_000 };
/** Steps on one corpus. */
const STEPS = 100;
const ANSWERS: Answers = { chunks: (found, { sections }) => found === sections.length, described: ['described'] };
/** Of the tenants that get a vector index. */
const INDEXED = TENANTS[0];

/** As measured; always through the scope's own chunks; always by an index. */
const WAYS: readonly Paths[] = [MEASURED, { dense: 1e9, bm25: 1e9, tsvector: 1e9 }, { dense: 0, bm25: 0, tsvector: -1 }];

export interface AccessOptions {
  readonly driver: Driver;
  readonly cases: number;
  /** Replays what another run with this seed did. */
  readonly seed?: number | undefined;
  readonly onCase?: () => void;
}

/** How often each arm went each way. */
export type Trodden = ReadonlyMap<string, number>;

/**
 * Whatever is written, and whoever searches for whatever: nothing outside the caller's tenant, groups, filter and day is
 * found, opened or remembered, and nothing within them is missing. Throws with the seed and the step when that is not so.
 */
export async function checkAccess({ driver, cases, seed, onCase }: AccessOptions): Promise<Trodden> {
  const trodden = new Map<string, number>();
  const cached = WAYS.map(() => cacheSearches(retrieve));
  const store = createStore(driver, limits);
  await followAll({ cases, steps: STEPS, seed }, async (history) => {
    // Their own each time, for what they know of a tenant's vectors they take to hold for a while.
    const backends = await Promise.all(WAYS.map((paths) => backendOver(store, countingEmbedder(), { paths, hnswMinVectors: 1 })));
    await follow(history, { driver, backends, cached, trodden }, onCase);
  });
  return trodden;
}

interface Subject {
  readonly driver: Driver;
  /** One for each way. */
  readonly backends: readonly RetrievalBackend[];
  readonly cached: readonly ReturnType<typeof cacheSearches>[];
  readonly trodden: Map<string, number>;
}

/** The same tenants each time, dropped in between: nothing that is remembered of those before may show. */
async function follow({ documents, steps }: History, subject: Subject, onCase?: () => void): Promise<void> {
  const [writer] = subject.backends;
  if (!writer) throw new Error('no way to search');
  const corpus = createCorpus();
  for (const [i, { tenant, facts }] of documents.entries()) await put(corpus, writer, tenant, `d${i}.md`, facts, ANSWERS);
  await writer.maintain(never, INDEXED);
  let stored = new Map<string, Promise<Stored>>();
  let last: Search | undefined;
  for (const step of steps) {
    try {
      if (step.kind === 'search') {
        const known = stored.get(step.tenant) ?? storedOf(subject.driver, step.tenant);
        stored.set(step.tenant, known);
        await search(step, corpus, subject, await known);
        last = step;
      } else {
        await write(step, corpus, writer, ANSWERS);
        stored = new Map();
        if (last) await search(last, corpus, subject, await storedOf(subject.driver, last.tenant));
      }
    } catch (error) {
      throw new Error(`${JSON.stringify(step)}\n${error instanceof Error ? error.message : error}`, { cause: error });
    }
    onCase?.();
  }
  for (const tenant of TENANTS) await writer.drop(tenant);
}

async function search(step: Search, corpus: Corpus, subject: Subject, stored: Stored): Promise<void> {
  const { driver, backends, trodden } = subject;
  const way = step.way % backends.length;
  const [backend, cached] = [backends[way], subject.cached[way]];
  if (!backend || !cached) throw new Error('no such way');
  const documents = corpus.of(step.tenant);
  const query = askedBy(step);

  const expected = await expectedOf(driver, query, stored);
  for (const arm of backend.arms) {
    const found = await arm.search(query);
    const path = `${arm.name}: ${found.path.replace(/, \d+ runs$/, '')}`;
    trodden.set(path, (trodden.get(path) ?? 0) + 1);
    checkCandidates(arm.name, found, query, documents, expected);
  }

  const options: RetrieveOptions = { backend, profile: PROFILES[step.profile], timeoutMs: limits.read };
  const ids = ({ hits }: Awaited<ReturnType<typeof retrieve>>) => hits.map(({ id }) => id);
  const answer = await retrieve(query, options);
  checkHits('retrieve', answer, query, documents);
  const longer = { ...query, limit: Math.min(50, query.limit + step.more), explain: !step.explain };
  const deeper = await retrieve(longer, options);
  checkHits('retrieve more', deeper, longer, documents);
  expectSame('the list for a greater limit begins with that for a lesser one', ids(deeper).slice(0, query.limit), ids(answer));

  const remembered = await cached(query, options);
  checkHits('cached', remembered, query, documents);
  expectSame('cached', ids(remembered), ids(answer));
  const again = await cached(query, options);
  const isKept = (await backend.version?.(step.tenant, never)) !== '';
  expectSame('repeat', [ids(again), again.isRepeat], [ids(answer), isKept]);
  const others = { ...query, caller: makeCaller(step.tenant, step.others, 'you') };
  checkHits('cached, of others', await cached(others, options), others, documents);

  // What others found, of this tenant and of another.
  const foreign = corpus.of(step.tenant === 'alpha' ? 'beta' : 'alpha').map(({ documentId }) => `${documentId}:0`);
  await checkReading(backend, query, stored.passages, foreign.slice(0, 5), documents);
}
