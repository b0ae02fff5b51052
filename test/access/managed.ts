import { makeCaller } from '../../shared/caller.ts';
import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { PROFILES } from '../../shared/retrieval/profiles.ts';
import { retrieve } from '../../shared/retrieval/retrieve.ts';
import { contextsOf } from '../fakes/rag/retrieve.ts';
import type { WireContext } from '../fakes/rag/wire.ts';
import { inBucket, type ManagedServices, managedOver } from '../support/managed.ts';
import { askedBy } from './asked.ts';
import { followAll } from './cases.ts';
import { expectSame } from './checks.ts';
import { type History, type Search, TENANTS } from './corpus.ts';
import { type Corpus, createCorpus, isReadable, isWithin, type Written } from './oracle.ts';
import { type Answers, put, write } from './writes.ts';

const never = new AbortController().signal;
/** Steps on one corpus. */
const STEPS = 25;
/** What the service returns on purpose of what it should not, each time. */
const MOST_WRONG = 20;
/** One passage a document, for all of it fits. What is mirrored to the service as RAG metadata is imported again when it changes. */
const ANSWERS: Answers = { chunks: (found) => found > 0, described: ['described', 'indexed'] };

export interface ManagedAccessOptions {
  readonly services: ManagedServices;
  readonly env?: Readonly<Record<string, string>>;
  /** How much the service returns of what it should not, where no files are named. */
  readonly mostWrong?: number | undefined;
  readonly cases: number;
  readonly seed?: number | undefined;
  readonly onCase?: () => void;
}

/**
 * The access property of test/access/property.ts for the managed backend, whose service returns in front of every answer what is of
 * other tenants, deleted, replaced and restricted. Returns how often it went each way.
 */
export async function checkManagedAccess({
  services,
  env = {},
  mostWrong = MOST_WRONG,
  cases,
  seed,
  onCase,
}: ManagedAccessOptions): Promise<ReadonlyMap<string, number>> {
  const trodden = new Map<string, number>();
  await followAll({ cases, steps: STEPS, seed }, async (history) => {
    const backend = inBucket(await managedOver(services, { env }), services.storage);
    try {
      await follow(sayable(history), { backend, services, trodden, mostWrong }, onCase);
    } finally {
      for (const tenant of TENANTS) await backend.drop(tenant);
      await backend.close();
    }
  });
  return trodden;
}

/** In an object's metadata groups are separated by commas, so that none of them has one. */
const sayable = (history: History): History => JSON.parse(JSON.stringify(history), (_, value) => (value === 'a,b' ? 'a;b' : value));

interface Subject {
  readonly backend: RetrievalBackend;
  readonly services: ManagedServices;
  readonly trodden: Map<string, number>;
  readonly mostWrong: number;
}

async function follow(
  { documents, steps }: History,
  { backend, services: { rag }, trodden, mostWrong }: Subject,
  onCase?: () => void,
): Promise<void> {
  const corpus = createCorpus();
  /** What the service had once, and still returns after it was replaced or deleted. */
  const ghosts: WireContext[] = [];
  const inService = (): readonly WireContext[] => rag.corpora().flatMap(({ files }) => [...files.values()].flatMap(contextsOf));
  let turn = 0;
  rag.injectBy(({ vertexRagStore }) => {
    const wrong = [...ghosts, ...inService()];
    turn += 7;
    // In front of named files there is never so much of it that they have no place.
    const isNamed = (vertexRagStore?.ragResources[0]?.ragFileIds.length ?? 0) > 0;
    return Array.from({ length: isNamed ? MOST_WRONG : mostWrong }, (_, i) => wrong[(turn + i) % wrong.length] ?? []).flat();
  });
  for (const [i, { tenant, facts }] of documents.entries()) await put(corpus, backend, tenant, `d${i}.md`, facts, ANSWERS);
  for (const step of steps) {
    try {
      if (step.kind === 'search') {
        await search(step, corpus, backend, trodden);
      } else {
        const before = inService();
        await write(step, corpus, backend, ANSWERS);
        const after = new Set(inService().map(({ sourceUri }) => sourceUri));
        ghosts.push(...before.filter(({ sourceUri }) => !after.has(sourceUri)));
      }
    } catch (error) {
      throw new Error(`${JSON.stringify(step)}\n${error instanceof Error ? error.message : error}`, { cause: error });
    }
    onCase?.();
  }
  rag.inject();
}

async function search(step: Search, corpus: Corpus, backend: RetrievalBackend, trodden: Map<string, number>): Promise<void> {
  const documents = corpus.of(step.tenant);
  const query = askedBy(step);
  const within = new Map(documents.filter((document) => isWithin(document, query)).map((document) => [document.documentId, document]));
  const isAsking = /[\p{L}\p{N}]/u.test(step.text);

  for (const arm of backend.arms) {
    const { candidates, path } = await arm.search(query);
    trodden.set(path.replace(/\d+/, 'N'), (trodden.get(path.replace(/\d+/, 'N')) ?? 0) + 1);
    const found = candidates.map(({ hit }) => hit?.documentId ?? '');
    expectSame(
      `${path}: outside the scope`,
      found.filter((id) => !within.has(id)),
      [],
    );
    expectSame(`${path}: outdated`, candidates.filter(({ hit }) => !says(hit?.text, within.get(hit?.documentId ?? ''))).length, 0);
    expectSame(`${path}: twice`, found.length - new Set(found).size, 0);
    expectSame(`${path}: candidates`, found.length, isAsking ? Math.min(query.limit, within.size) : 0);
    const others = makeCaller(step.tenant, step.others, 'you');
    const read = await backend.read({ ...query, caller: others }, candidates, never);
    const theirs = candidates.map(({ hit }) => {
      const document = within.get(hit?.documentId ?? '');
      return document && isReadable(document, step.others) ? document.documentId : undefined;
    });
    expectSame(
      'read by another',
      read.map((hit) => hit?.documentId),
      theirs,
    );
    const opened = await backend.passages(
      others,
      candidates.map(({ id }) => id),
      never,
    );
    expectSame(
      'opened by another',
      opened.map(({ documentId }) => documentId),
      theirs.filter((id) => id !== undefined),
    );
    const foreign = makeCaller(step.tenant === TENANTS[0] ? TENANTS[1] : TENANTS[0], [...step.groups, '*'], 'them');
    expectSame(
      'opened by a stranger',
      (
        await backend.passages(
          foreign,
          candidates.map(({ id }) => id),
          never,
        )
      ).length,
      0,
    );
  }

  const { hits, degraded } = await retrieve(query, { backend, profile: PROFILES.managed, timeoutMs: 60_000 });
  expectSame('degraded', degraded, []);
  expectSame('hits outside the scope', hits.filter(({ documentId }) => !within.has(documentId)).length, 0);
  const texts = new Set([...within.values()].map(({ title, sections }) => JSON.stringify([title, sections])));
  expectSame('hits', hits.length, isAsking ? Math.min(query.limit, texts.size) : 0);
}

/** Whether a passage says what its document does now. */
const says = (text: string | undefined, document: Written | undefined): boolean =>
  document?.sections.every((section) => text?.includes(section)) ?? false;
