import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCaller } from '../../../../shared/caller.ts';
import type { Embedder } from '../../../../shared/models/embed/embedder.ts';
import type { RetrievalBackend } from '../../../../shared/retrieval/backend.ts';
import { dropModel, modelsOf, reembed } from '../../../../shared/retrieval/pgvector/reembed.ts';
import { createStore, type Store } from '../../../../shared/retrieval/pgvector/store/store.ts';
import { PROFILES } from '../../../../shared/retrieval/profiles.ts';
import { retrieve } from '../../../../shared/retrieval/retrieve.ts';
import { type CountingEmbedder, countingEmbedder } from '../../../fakes/embedder.ts';
import { documentOf } from '../../../support/documents.ts';
import { queryOf } from '../../../support/query.ts';
import { backendOver, embeddedBackend } from '../../../support/stores.ts';

const never = new AbortController().signal;

describe('a change of the embedding model', () => {
  let before: RetrievalBackend;
  let store: Store;
  let next: CountingEmbedder;
  beforeAll(async () => {
    const { backend, driver } = await embeddedBackend(countingEmbedder('before/64'));
    before = backend;
    store = createStore(driver, { read: 20_000, write: 60_000 });
    for (let i = 0; i < 12; i++)
      await before.put(documentOf(`# Page ${i}\n\nText number ${i}.\n\n## More\n\nMore of ${i}.\n`, { documentId: `p${i}.md` }), never);
    await before.put(documentOf('', { documentId: 'failed.md' }), never);
    next = countingEmbedder('next/32', 32);
  });
  afterAll(() => before.close());

  const search = (backend: RetrievalBackend, onDegraded?: (arm: string, error: Error) => void) =>
    retrieve(queryOf(makeCaller('acme', [], 'me'), 'text number 7', { limit: 3 }), {
      backend,
      profile: PROFILES.balanced,
      timeoutMs: 20_000,
      ...(onDegraded ? { onDegraded } : {}),
    });
  const run = (embedder: Embedder = next, signal = never) => reembed(store, embedder, { signal, onProgress: () => {} });

  it('answers from words alone, and says so with counts, while the vectors of its model are incomplete', async () => {
    const switched = await backendOver(store, next);
    const reasons: string[] = [];
    const { hits, degraded } = await search(switched, (_, error) => reasons.push(error.message));
    expect(hits[0]?.documentId).toBe('p7.md');
    expect(degraded).toEqual(['dense']);
    expect(reasons).toEqual([expect.stringMatching(/^12 of 12 documents have no vectors of next\/32/)]);
  });

  it('can be stopped and run again, and embeds nothing twice; searches go on with the old model', async () => {
    const stop = new AbortController();
    const stopping: Embedder = {
      ...next,
      async embedPassages(passages, signal) {
        if (next.embedded.length >= 10) stop.abort(new Error('stopped'));
        return next.embedPassages(passages, signal);
      },
    };
    await expect(run(stopping, stop.signal)).rejects.toThrow('stopped');
    expect((await search(before)).degraded).toEqual([]);
    expect(await run()).toMatchObject({ model: 'next/32' });
    expect(new Set(next.embedded.map(({ text }) => text)).size).toBe(24);
    expect(await run()).toEqual({ model: 'next/32', documents: 0, embedded: 0 });
  });

  it('then both models are complete, and the switch is the configuration', async () => {
    const complete = { documents: 12, of: 12, vectors: 24 };
    expect(await modelsOf(store, never)).toEqual([
      { model: 'before/64', ...complete },
      { model: 'next/32', ...complete },
    ]);
    const { hits, degraded } = await search(await backendOver(store, next));
    expect([hits[0]?.documentId, degraded]).toEqual(['p7.md', []]);
    expect((await search(before)).degraded).toEqual([]);
  });

  it('embeds what the old model has written since, without reading it again', async () => {
    await before.put(documentOf('# Late\n\nLate text.\n', { documentId: 'late.md' }), never);
    const switched = await backendOver(store, next);
    expect((await search(switched)).degraded).toEqual(['dense']);
    const unread = documentOf('', {
      documentId: 'late.md',
      read: async () => {
        throw new Error('what is stored is enough');
      },
    });
    expect(await switched.put(unread, never)).toMatchObject({ outcome: 'embedded', embedded: 1 });
    expect((await search(await backendOver(store, next))).degraded).toEqual([]);
  });

  it('drops the vectors of the old model by command', async () => {
    expect(await dropModel(store, 'before/64', never)).toBe(25);
    expect((await modelsOf(store, never)).map(({ model }) => model)).toEqual(['next/32']);
    expect((await search(await backendOver(store, next))).degraded).toEqual([]);
    expect((await search(await backendOver(store, countingEmbedder('before/64')))).degraded).toEqual(['dense']);
  });
});
