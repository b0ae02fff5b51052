import { GoogleGenAI } from '@google/genai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EmbedderConfig } from '../../../../shared/config.ts';
import type { Embedder } from '../../../../shared/models/embed/embedder.ts';
import { createGeminiEmbedder, type GeminiDependencies } from '../../../../shared/models/embed/gemini.ts';
import { type FakeGemini, startFakeGemini } from '../../../fakes/gemini.ts';
import { stubMetadataServer } from '../../../support/metadata-server.ts';

const never = new AbortController().signal;
const passage = (text: string) => ({ title: 'Title', text });
const lengthOf = (vector: Float32Array | undefined) => Math.hypot(...(vector ?? []));
type Config = Extract<EmbedderConfig, { kind: 'gemini' }>;

describe('Gemini embeddings, through the real client', () => {
  let fake: FakeGemini;
  beforeEach(async () => {
    fake = await startFakeGemini();
    stubMetadataServer(fake.url);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await fake.close();
  });

  const config = (more: Partial<Config> = {}): Config => ({
    kind: 'gemini',
    model: 'gemini-embedding-001',
    dimensions: 768,
    maxTokens: 2_048,
    concurrency: 24,
    timeoutMs: 2_000,
    queryTimeoutMs: 2_000,
    access: { project: 'p', location: 'us-central1' },
    ...more,
  });
  const onVertex = (more: Partial<Config> = {}, dependencies: GeminiDependencies = {}): Embedder => {
    const client = new GoogleGenAI({ enterprise: true, project: 'p', location: 'us-central1', httpOptions: { baseUrl: fake.url } });
    return createGeminiEmbedder(config(more), { client, waits: { passage: [0.01, 0.01], query: [0.01] }, ...dependencies });
  };
  const withKey = (more: Partial<Config> = {}): Embedder =>
    createGeminiEmbedder(config(more), {
      client: new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: fake.url } }),
      waits: { passage: [], query: [] },
    });

  it('sends one text a call, with its task and title, in the order of the passages', async () => {
    const embedder = onVertex();
    const vectors = await embedder.embedPassages([passage('one'), passage('two'), passage('three')], never);
    expect(fake.calls()).toBe(3);
    expect(fake.taskTypes).toEqual(Array(3).fill('RETRIEVAL_DOCUMENT'));
    expect(vectors[1]).toEqual((await embedder.embedPassages([passage('two')], never))[0]);
    await embedder.embedQuery('one', never);
    expect(fake.taskTypes.at(-1)).toBe('RETRIEVAL_QUERY');
  });

  it.each([768, 1_536, 3_072])('gives %d dimensions of length 1, which the model does not', async (dimensions) => {
    const [vector] = await onVertex({ dimensions }).embedPassages([passage('one')], never);
    expect(vector).toHaveLength(dimensions);
    expect(lengthOf(vector)).toBeCloseTo(1, 3);
    expect(fake.dimensions).toEqual([dimensions]);
  });

  it('tells gemini-embedding-2 its task in words, one content a call', async () => {
    const embedder = onVertex({ model: 'gemini-embedding-2', maxTokens: 8_192 });
    const vectors = await embedder.embedPassages([passage('one'), passage('two')], never);
    await embedder.embedQuery('why', never);
    expect(fake.texts).toEqual(expect.arrayContaining(['title: Title | text: one', 'title: Title | text: two']));
    expect(fake.texts.at(-1)).toBe('task: search result | query: why');
    expect(vectors[0]).not.toEqual(vectors[1]);
  });

  it('works with an API key alone', async () => {
    for (const model of ['gemini-embedding-001', 'gemini-embedding-2']) {
      const [one, two] = await withKey({ model }).embedPassages([passage('one'), passage('two')], never);
      expect(lengthOf(one)).toBeCloseTo(1, 3);
      expect(one).not.toEqual(two);
    }
  });

  it('keeps to its concurrency', async () => {
    fake.delay(20);
    await onVertex({ concurrency: 5 }).embedPassages(
      Array.from({ length: 30 }, (_, i) => passage(`text ${i}`)),
      never,
    );
    expect(fake.mostAtOnce()).toBe(5);
  });

  it('waits and tries again on 429, 503 and a lost connection', async () => {
    for (const scripted of [{ status: 429 }, { status: 503 }, 'hang up'] as const) {
      fake.script(scripted);
      expect(await onVertex().embedPassages([passage('one')], never)).toHaveLength(1);
    }
    expect(fake.calls()).toBe(3 * 2);
  });

  it('waits as long as a 429 asks', async () => {
    fake.script({ status: 429, retryDelay: '0.2s' });
    const start = performance.now();
    await onVertex({}, { random: () => 0 }).embedPassages([passage('one')], never);
    expect(performance.now() - start).toBeGreaterThanOrEqual(200 - 2);
  });

  it('gives up as rate limited when the quota stays used up', async () => {
    fake.script({ status: 429 }, { status: 429 }, { status: 429 });
    await expect(onVertex().embedPassages([passage('one')], never)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(fake.calls()).toBe(1 + 2);
  });

  it('raises at once what trying again can not help', async () => {
    fake.script({ status: 400 });
    await expect(onVertex().embedPassages([passage('one')], never)).rejects.not.toHaveProperty('code');
    fake.script({ status: 403 });
    await expect(onVertex().embedPassages([passage('one')], never)).rejects.toMatchObject({
      name: 'Refused',
      message: expect.stringMatching(/roles\/aiplatform\.user/),
    });
    expect(fake.calls()).toBe(2);
    await expect(onVertex({ model: 'gemini-embedding-3' }).embedPassages([passage('one')], never)).rejects.toMatchObject({
      name: 'Refused',
      message: expect.stringMatching(/EMBED_MODEL/),
    });
  });

  it.each(['gemini-embedding-001', 'gemini-embedding-2'])('reports a text that %s would cut', async (model) => {
    const long = 'word '.repeat(20_000);
    await expect(onVertex({ model }).embedPassages([passage(long)], never)).rejects.toMatchObject({
      code: 'TOO_MANY_TOKENS',
      message: expect.stringMatching(/CHUNK_MAX_CHARS/),
    });
  });

  it('one failing passage stops the others', async () => {
    fake.delay(10);
    fake.script({ status: 403 });
    await expect(
      onVertex({ concurrency: 2 }).embedPassages(
        Array.from({ length: 50 }, (_, i) => passage(`${i}`)),
        never,
      ),
    ).rejects.toThrow();
    expect(fake.calls()).toBeLessThan(50);
  });

  it('does not keep a person waiting for a query', async () => {
    // Nothing but the query's own limit can end it before the model answers, however busy the machine is.
    const answersAfterMs = 20_000;
    fake.delay(answersAfterMs);
    const start = performance.now();
    const embedder = onVertex({ queryTimeoutMs: 100, timeoutMs: answersAfterMs });
    await expect(embedder.embedQuery('why', never)).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(performance.now() - start).toBeLessThan(answersAfterMs);
  });

  it('stops when the signal aborts', async () => {
    fake.delay(10_000);
    const stop = new AbortController();
    const running = onVertex().embedPassages([passage('one')], stop.signal);
    setTimeout(() => stop.abort(new Error('enough')), 20);
    await expect(running).rejects.toThrow('enough');
  });

  it('names what makes its vectors comparable', () => {
    expect(onVertex().model).toBe('gemini-embedding-001/768');
  });
});
