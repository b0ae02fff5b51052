import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, startRag } from './harness.ts';

let rag: Awaited<ReturnType<typeof startRag>>;
let corpus: string;
beforeAll(async () => {
  rag = await startRag();
  corpus = await rag.corpus();
});
afterAll(() => rag.close());

describe('a scripted call', () => {
  it('fails as often as it is told to', async () => {
    rag.fake.script('getRagCorpus', { code: 14 }, { code: 8, details: 'enough' });
    const get = () => rag.data.getRagCorpus({ name: corpus });
    await expect(get()).rejects.toMatchObject(refusal(14, /scripted 14/));
    await expect(get()).rejects.toMatchObject(refusal(8, /enough/));
    expect((await get())[0].name).toBe(corpus);
  });

  it('fails until it is told not to', async () => {
    rag.fake.always('retrieveContexts', { code: 14 });
    await expect(rag.search(corpus, 'a')).rejects.toMatchObject({ code: 14 });
    await expect(rag.search(corpus, 'a')).rejects.toMatchObject({ code: 14 });
    rag.fake.always('retrieveContexts', undefined);
    expect(await rag.search(corpus, 'a')).toEqual([]);
  });

  it('did what it was for although its answer was lost', async () => {
    const before = rag.fake.corpora().length;
    rag.fake.script('createRagCorpus', { code: 14, effect: true });
    await expect(rag.corpus()).rejects.toMatchObject({ code: 14 });
    expect(rag.fake.corpora().length).toBe(before + 1);
  });

  it('never answers, until its client gives up', async () => {
    rag.fake.script('getRagCorpus', 'hang');
    const before = rag.fake.cancelled();
    await expect(rag.data.getRagCorpus({ name: corpus }, { timeout: 50 })).rejects.toMatchObject({ code: 4 });
    await wait(20);
    expect(rag.fake.cancelled()).toBe(before + 1);
  });

  it('takes its time', async () => {
    rag.fake.latency('getRagCorpus', 100);
    const started = performance.now();
    await rag.data.getRagCorpus({ name: corpus });
    expect(performance.now() - started).toBeGreaterThan(95);
    rag.fake.latency('getRagCorpus', 0);
  });
});

it('requests are kept as they came over the wire', async () => {
  await rag.search(corpus, 'kept', { topK: 7 });
  expect(rag.fake.requests.retrieveContexts?.at(-1)).toMatchObject({
    parent: rag.fake.parent,
    vertexRagStore: { ragResources: [{ ragCorpus: corpus, ragFileIds: [] }] },
    query: { text: 'kept', ragRetrievalConfig: { topK: 7, filter: null } },
  });
  expect(rag.fake.calls()).toBeGreaterThan(rag.fake.calls('retrieveContexts'));
});

it('what is not implemented here is UNIMPLEMENTED', async () => {
  await expect(rag.retrieval.askContexts({ parent: rag.fake.parent, query: { text: 'a' } })).rejects.toMatchObject({ code: 12 });
  await expect(rag.data.uploadRagFile({ parent: corpus, ragFile: { displayName: 'a' } })).rejects.toMatchObject({ code: 12 });
});

describe('quotas', () => {
  // Later than the calls before.
  let now = Date.now();
  beforeAll(() => rag.fake.configure({ now: () => now, quotaWindowMs: 60_000 }));
  afterAll(() => rag.fake.configure({ dataQuota: undefined, retrievalQuota: undefined, now: Date.now }));

  it('let so many data management calls through in a minute, and no polls count', async () => {
    now += 1_000_000;
    rag.fake.configure({ dataQuota: 2 });
    rag.fake.operations.script('importRagFiles', { polls: 2 });
    await rag.importUris(corpus, ['gs://b/none']);
    await rag.data.getRagCorpus({ name: corpus });
    await expect(rag.files(corpus)).rejects.toMatchObject(refusal(8, /data management requests: 2 in 60 s/));
    expect(await rag.search(corpus, 'a')).toEqual([]);
    now += 59_999;
    await expect(rag.files(corpus)).rejects.toMatchObject({ code: 8 });
    now += 1;
    expect(await rag.files(corpus)).toEqual([]);
  });

  it('let so many retrievals through', async () => {
    now += 1_000_000;
    rag.fake.configure({ retrievalQuota: 5 });
    const results = await Promise.allSettled(Array.from({ length: 7 }, () => rag.search(corpus, 'a')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  it('are 60 and 1,500 a minute', async () => {
    rag.fake.configure({ dataQuota: 60, retrievalQuota: 1_500 });
    now += 1_000_000;
    await Promise.all(Array.from({ length: 60 }, () => rag.data.getRagCorpus({ name: corpus })));
    await expect(rag.data.getRagCorpus({ name: corpus })).rejects.toMatchObject({ code: 8 });
  });
});
