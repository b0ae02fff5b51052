import fc from 'fast-check';
import { createIngest } from '../../functions/ingest/ingest.ts';
import { type Bucket, documentOf } from '../../shared/documents/source/bucket.ts';
import { NotFound } from '../../shared/errors.ts';
import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { createStore, type Driver } from '../../shared/retrieval/pgvector/store/store.ts';
import { countingEmbedder } from '../fakes/embedder.ts';
import { backendOver, quiet } from '../support/stores.ts';
import { type History, histories, type ObjectEvent, type Version } from './history.ts';
import { Crash, createScheduler } from './scheduler.ts';

const TENANT = 'interleaved';
/** Where each live version is put once, by one process, for comparison. */
const FRESH = 'fresh';
/** Processes at work at once. */
const PROCESSES = 3;
const never = new AbortController().signal;
const limits = { read: 20_000, write: 60_000 };

export interface InterleavingOptions {
  readonly driver: Driver;
  readonly backend: RetrievalBackend;
  readonly oneAtATime: boolean;
  readonly runs: number;
  /** Replays what another run with this seed did. */
  readonly seed?: number | undefined;
  readonly onRun?: () => void;
}

/**
 * Events of one object, each delivered once or more, in any order, several at a time, by processes that die between any
 * two statements: whatever the interleaving, what is stored in the end is what the object is in the end. Throws with the
 * seed and the smallest history that it finds when that is not so.
 */
export async function checkInterleavings({ driver, backend, oneAtATime, runs, seed, onRun }: InterleavingOptions): Promise<void> {
  let documents = 0;
  const property = fc.asyncProperty(histories, fc.array(fc.nat(), { minLength: 40, maxLength: 200 }), async (history, choices) => {
    const documentId = `d${documents++}.md`;
    await deliverAll(history, documentId, choices, driver, oneAtATime);
    await expectFinalState(history, documentId, driver, backend);
    onRun?.();
  });
  await fc.assert(property, { numRuns: runs, endOnFailure: true, ...(seed === undefined ? {} : { seed }) });
}

/** Delivers every event until each has been dealt with, as Eventarc does. */
async function deliverAll(history: History, documentId: string, choices: readonly number[], driver: Driver, oneAtATime: boolean) {
  let used = 0;
  const next = () => choices[used++ % choices.length] ?? 0;
  const choose = (count: number) => next() % count;
  // Some events come twice. Those that a process died over, or that failed for now, come again.
  let pending = shuffled(
    history.events.flatMap((event) => (next() % 3 === 0 ? [event, event] : [event])),
    choose,
  );
  for (let round = 0; pending.length > 0; round++) {
    const again: ObjectEvent[] = [];
    const queue = [...pending];
    // In the end nobody dies any more, or no event would ever be dealt with.
    const scheduler = createScheduler({ driver, choose, crashes: () => round < 3 && next() % 12 === 0, oneAtATime });
    const work = async (process: number) => {
      for (let event = queue.shift(); event; event = queue.shift()) {
        try {
          const store = createStore(scheduler.driver(process), limits);
          // A process of its own, which remembers nothing of the one before.
          await deliver(event, history, documentId, await backendOver(store, countingEmbedder()));
        } catch (error) {
          if (!(error instanceof Crash)) throw error;
          again.push(event);
        }
      }
    };
    await scheduler.run(Array.from({ length: PROCESSES }, (_, i) => () => work(i)));
    pending = shuffled(again, choose);
  }
}

async function deliver({ type, version }: ObjectEvent, history: History, documentId: string, backend: RetrievalBackend): Promise<void> {
  const readable = history.versioned || history.live?.generation === version.generation;
  const bucket: Pick<Bucket, 'name' | 'document'> = {
    name: 'docs',
    document: async (facts) =>
      documentOf(facts, `gs://docs/${documentId}`, async () => {
        if (!readable) throw new NotFound('no such generation');
        return new TextEncoder().encode(version.text);
      }),
  };
  const ingest = createIngest({ bucket: async () => bucket, backend: async () => backend, log: quiet, timeoutMs: 60_000 });
  await ingest({
    id: 'event',
    specversion: '1.0',
    source: 'test',
    type: `google.cloud.storage.object.v1.${type}`,
    data: { bucket: 'docs', ...factsOf(version, TENANT, documentId) },
  });
}

/** An object as events and listings tell of it. */
const factsOf = ({ generation, metageneration, metadata }: Version, tenant: string, documentId: string) => ({
  name: `${tenant}/${documentId}`,
  generation: String(generation),
  metageneration: String(metageneration),
  updated: '2026-01-02T03:04:05Z',
  metadata,
});

/** What is stored is what one put of the live version stores in an empty store, row for row; of a deleted object, no row but a tombstone. */
async function expectFinalState({ live }: History, documentId: string, driver: Driver, backend: RetrievalBackend): Promise<void> {
  if (live) {
    const facts = { ...factsOf(live, FRESH, documentId), ...live, updated: new Date('2026-01-02T03:04:05Z') };
    const document = documentOf(facts, `gs://docs/${documentId}`, async () => new TextEncoder().encode(live.text));
    if (document) await backend.put(document, never);
  }
  const [found, wanted] = [await rowsOf(TENANT, documentId, driver), await rowsOf(FRESH, documentId, driver)];
  if (found.join('\n') !== wanted.join('\n')) throw new Error(`stored\n${found.join('\n')}\nwanted\n${wanted.join('\n')}`);
}

/** Every row of a document, but for its tenant, when it was written and how often; of a tombstone, nothing. */
const rowsOf = (tenant: string, documentId: string, driver: Driver): Promise<readonly string[]> =>
  driver.transaction([], async (session) => {
    const rows: string[] = [];
    for (const { name } of await session.query<{ name: string }>('SELECT kb_tables() AS name ORDER BY name')) {
      const mine = name === 'kb_embedding' ? EMBEDDED : 'document_id = $2';
      const found = await session.query<{ row: string }>(
        `SELECT (to_jsonb(t) - ARRAY['tenant', 'indexed_at', 'created_at', 'lag_ms', 'rewrites', 'tries'])::text AS row
         FROM ${name} t WHERE tenant = $1 AND ${mine} AND to_jsonb(t)->>'state' IS DISTINCT FROM 'deleted'`,
        [tenant, documentId],
      );
      rows.push(...found.map(({ row }) => `${name} ${row}`).sort());
    }
    return rows;
  });

/** The vectors of a document are those of what its chunks say. */
const EMBEDDED = 'content_hash IN (SELECT content_hash FROM kb_chunk c WHERE c.tenant = $1 AND c.document_id = $2)';

function shuffled<T>(items: readonly T[], choose: (count: number) => number): T[] {
  const rest = [...items];
  return Array.from({ length: rest.length }, () => rest.splice(choose(rest.length), 1)).flat();
}
