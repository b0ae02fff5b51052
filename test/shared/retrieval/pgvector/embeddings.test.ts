import { GoogleGenAI } from '@google/genai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGeminiEmbedder } from '../../../../shared/models/embed/gemini.ts';
import type { RetrievalBackend } from '../../../../shared/retrieval/backend.ts';
import { type FakeGemini, startFakeGemini } from '../../../fakes/gemini.ts';
import { documentOf } from '../../../support/documents.ts';
import { embeddedBackend } from '../../../support/stores.ts';

const never = new AbortController().signal;

describe('a document of more than 200 chunks and a model that is short of quota', () => {
  let gemini: FakeGemini;
  let backend: RetrievalBackend;
  beforeAll(async () => {
    gemini = await startFakeGemini();
    const client = new GoogleGenAI({ apiKey: 'fake', httpOptions: { baseUrl: gemini.url } });
    const embedder = createGeminiEmbedder(
      {
        kind: 'gemini',
        model: 'gemini-embedding-001',
        dimensions: 64,
        maxTokens: 2_048,
        concurrency: 8,
        timeoutMs: 5_000,
        queryTimeoutMs: 2_000,
        access: { apiKey: 'fake' },
      },
      { client, waits: { passage: [0, 0], query: [0] } },
    );
    ({ backend } = await embeddedBackend(embedder));
  });
  afterAll(async () => {
    await backend.close();
    await gemini.close();
  });
  const document = documentOf(`# Long\n\n${Array.from({ length: 220 }, (_, i) => `## Part ${i}\n\nText of part ${i}.\n`).join('\n')}`);
  const exhausted = (times: number) => Array.from({ length: times }, () => ({ status: 429 }) as const);

  it('is not lost when the quota gives out, and goes on where it was: what was committed is not embedded again', async () => {
    // The first two batches of 64 pass. Then every call is refused, more often than it is tried again.
    const enough = 150;
    const counting = setInterval(() => {
      if (gemini.texts.length >= enough) {
        gemini.script(...exhausted(60));
        clearInterval(counting);
      }
    }, 1);
    await expect(backend.put(document, never)).rejects.toMatchObject({ name: 'Unavailable' });
    clearInterval(counting);
    expect(await Array.fromAsync(backend.list('acme'))).toMatchObject([{ state: 'failed', tries: 1 }]);
    gemini.script();
    const committed = new Set(gemini.texts.slice(0, 128));
    const before = gemini.texts.length;
    let report = await backend.put(document, never).catch(() => undefined);
    // What is left of the refusals may end another attempt; each one is shorter.
    while (!report) report = await backend.put(document, never).catch(() => undefined);
    expect(report).toMatchObject({ outcome: 'indexed', chunks: 220 });
    expect(gemini.texts.slice(before).filter((text) => committed.has(text))).toEqual([]);
    expect(await Array.fromAsync(backend.list('acme'))).toMatchObject([{ state: 'active', tries: 0, chunks: 220 }]);
  });
});
