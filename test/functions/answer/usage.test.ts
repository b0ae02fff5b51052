import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAnswering } from '../../../functions/answer/answer.ts';
import type { Answering } from '../../../functions/answer/answering.ts';
import { makeCaller } from '../../../shared/caller.ts';
import { cacheQueries } from '../../../shared/models/embed/cached.ts';
import type { Ranker } from '../../../shared/models/rank/ranker.ts';
import { countingEmbedder } from '../../fakes/embedder.ts';
import { documentOf } from '../../support/documents.ts';
import { embeddedBackend, quiet, type TestBackend } from '../../support/stores.ts';
import { MODELLESS } from './modelless.ts';

const never = new AbortController().signal;

describe('what an answer says that it took', () => {
  const embedder = countingEmbedder();
  let store: TestBackend;
  let answering: Answering;
  let ranked = 0;
  const ranker: Ranker = {
    model: 'counting',
    async rank(_, records) {
      ranked++;
      return records.map(({ id }, i) => ({ id, score: 1 / (i + 1) }));
    },
    close: async () => {},
  };
  beforeAll(async () => {
    store = await embeddedBackend(cacheQueries(embedder, 100));
    await store.backend.put(documentOf('# Pumps\n\nThe pump needs oil every 30 days.\n', { documentId: 'a.md' }), never);
    answering = createAnswering({
      ...MODELLESS,
      backend: async () => store.backend,
      ranker: async () => ranker,
    });
  });
  afterAll(() => store.backend.close());

  const ask = async (question: string, said: readonly string[] = []) => {
    const before = { rankings: ranked, embeddings: embedder.queries() };
    const notes: Record<string, unknown> = {};
    const { usage } = await answering({
      caller: makeCaller('acme', [], 'me'),
      question,
      history: said.map((text) => ({ role: 'assistant' as const, text })),
      signal: never,
      log: quiet,
      note: (fields) => Object.assign(notes, fields),
    });
    // Neither more nor less than the models saw.
    expect(usage).toMatchObject({ rankings: ranked - before.rankings, embeddings: embedder.queries() - before.embeddings });
    return { usage, notes };
  };

  it('is every ranking and every embedding that was made, and none of what came from memory', async () => {
    const first = await ask('What does the pump need?');
    expect(first.usage).toMatchObject({ searches: 1, rankings: 1, embeddings: 1 });
    expect(first.notes).toMatchObject({ searches: 1, rankings: 1, embeddings: 1 });
    // Another conversation: another answer, of the same search.
    expect((await ask('What does the pump need?', ['Good morning.'])).usage).toMatchObject({ searches: 1, rankings: 0, embeddings: 0 });
    // The very same: the answer is there.
    expect((await ask('What does the pump need?')).usage).toMatchObject({ searches: 0, rankings: 0, embeddings: 0 });
    // Something was written, so it is searched for and ranked anew; the query is the same.
    await store.backend.put(documentOf('# Valves\n\nThe valve needs none.\n', { documentId: 'b.md' }), never);
    expect((await ask('What does the pump need?')).usage).toMatchObject({ searches: 1, rankings: 1, embeddings: 0 });
  });
});
