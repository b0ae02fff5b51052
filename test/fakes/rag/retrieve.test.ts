import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, startRag } from './harness.ts';

let rag: Awaited<ReturnType<typeof startRag>>;
let corpus: string;
beforeAll(async () => {
  rag = await startRag();
});
beforeEach(async () => {
  rag.fake.configure({ hybrid: 'ignored', visibilityMs: 0, mostTopK: 100 });
  rag.fake.hideFiles(() => false);
  rag.fake.inject();
  corpus = await rag.corpus();
});
afterAll(() => rag.close());

const uris = (contexts: readonly { readonly sourceUri?: string | null }[]) => contexts.map(({ sourceUri }) => sourceUri);
const HOLIDAYS = { 'a.md': 'Holidays are requested from your manager.', 'b.md': 'Trains are booked in the second class.' };

describe('retrieval', () => {
  it('finds what was imported, nearest first, with where it is from', async () => {
    await rag.import(corpus, HOLIDAYS);
    const contexts = await rag.search(corpus, 'who are holidays requested from');
    expect(uris(contexts)).toEqual(['gs://b/a.md', 'gs://b/b.md']);
    const [file] = await rag.files(corpus);
    expect(contexts[0]).toMatchObject({
      sourceDisplayName: 'a.md',
      text: HOLIDAYS['a.md'],
      chunk: { text: HOLIDAYS['a.md'], fileId: file?.name?.split('/').at(-1), chunkId: expect.stringMatching(/^\d+$/) },
    });
    const scores = contexts.map(({ score }) => score ?? Number.NaN);
    expect(scores).toEqual(scores.toSorted((a, b) => a - b));
    expect(scores.every((score) => score > 0 && score < 2)).toBe(true);
  });

  it('finds the same text at no distance', async () => {
    await rag.import(corpus, HOLIDAYS);
    expect((await rag.search(corpus, HOLIDAYS['b.md']))[0]?.score).toBeCloseTo(0);
  });

  it('returns 10 contexts, or as many as it was asked for, up to 100', async () => {
    await rag.import(corpus, Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`k/${i}.txt`, `number ${i}`])));
    const found = async (topK?: number) => (await rag.search(corpus, 'number', topK === undefined ? {} : { topK })).length;
    expect([await found(), await found(0), await found(3), await found(100)]).toEqual([10, 10, 3, 100]);
    await expect(found(101)).rejects.toMatchObject(refusal(3, /top_k/));
    await expect(found(-1)).rejects.toMatchObject(refusal(3, /top_k/));
    rag.fake.configure({ mostTopK: 2 });
    await expect(found(3)).rejects.toMatchObject(refusal(3, /1 to 2/));
  });

  it('leaves out what is farther than a threshold', async () => {
    await rag.import(corpus, HOLIDAYS);
    const text = HOLIDAYS['a.md'];
    expect(uris(await rag.search(corpus, text, { filter: { vectorDistanceThreshold: 0.1 } }))).toEqual(['gs://b/a.md']);
    expect(uris(await rag.search(corpus, text, { filter: { vectorSimilarityThreshold: 0.9 } }))).toEqual(['gs://b/a.md']);
    expect(await rag.search(corpus, text, { filter: { vectorDistanceThreshold: 0 } })).toEqual([]);
  });

  it('is in some files of the corpus, which must be its own', async () => {
    await rag.import(corpus, HOLIDAYS);
    const [, second] = await rag.files(corpus);
    const id = second?.name?.split('/').at(-1) ?? '';
    expect(uris(await rag.search(corpus, 'holidays', {}, [id]))).toEqual(['gs://b/b.md']);
    await expect(rag.search(await rag.corpus(), 'holidays', {}, [id])).rejects.toMatchObject(refusal(5, /RagFile/));
  });

  it('is in one corpus, and refuses what is deprecated', async () => {
    const asked = (vertexRagStore: object, query: object = { text: 'a' }) =>
      expect(rag.retrieval.retrieveContexts({ parent: rag.fake.parent, vertexRagStore, query })).rejects;
    const one = { ragResources: [{ ragCorpus: corpus }] };
    await asked({ ragResources: [{ ragCorpus: corpus }, { ragCorpus: await rag.corpus() }] }).toMatchObject(refusal(3, /Exactly one/));
    await asked({}).toMatchObject(refusal(3, /Exactly one/));
    await asked({ ...one, ragCorpora: [corpus] }).toMatchObject(refusal(3, /rag_corpora is deprecated/));
    await asked({ ...one, vectorDistanceThreshold: 0.5 }).toMatchObject(refusal(3, /vector_distance_threshold is deprecated/));
    await asked(one, { text: 'a', similarityTopK: 3 }).toMatchObject(refusal(3, /similarity_top_k is deprecated/));
    await asked(one, { text: 'a', ranking: { alpha: 0.5 } }).toMatchObject(refusal(3, /ranking is deprecated/));
    await asked(one, {}).toMatchObject(refusal(3, /text is required/));
  });

  it('tells the pages of a chunk, where its text has pages', async () => {
    await rag.import(corpus, { 'paged.txt': 'first page\fsecond page\fthird page' });
    expect((await rag.search(corpus, 'page'))[0]?.chunk?.pageSpan).toMatchObject({ firstPage: 1, lastPage: 3 });
    await rag.import(corpus, HOLIDAYS);
    expect((await rag.search(corpus, HOLIDAYS['a.md']))[0]?.chunk?.pageSpan).toBeUndefined();
  });

  it('reads HTML without its tags, and some of other formats', async () => {
    await rag.import(corpus, {
      'page.html': '<p>Holidays &amp; travel</p><script>let x = 1;</script>',
      'file.bin': Buffer.from('\x00\x01printable words\x02ab\x03more words'),
    });
    const texts = (await rag.search(corpus, 'holidays')).map(({ text }) => text);
    expect(texts.toSorted()).toEqual(['Holidays & travel', 'printable words\nmore words']);
  });
});

describe('hybrid search', () => {
  const objects = { 'dense.txt': 'holiday', 'sparse.txt': 'E-4711 is a code among many other things' };
  const first = async (alpha: number) => uris(await rag.search(corpus, 'holiday E-4711', { hybridSearch: { alpha } }))[0];

  it('weighs words against nearness where the database honours it', async () => {
    rag.fake.configure({ hybrid: 'honoured', embed: (text) => (/holiday/.test(text) ? [1, 0] : [0, 1]) });
    await rag.import(corpus, { ...objects, 'other.txt': 'holiday plans' });
    expect(await first(0)).toBe('gs://b/sparse.txt');
    expect(await first(1)).not.toBe('gs://b/sparse.txt');
  });

  it('is ignored where it does not, or refused', async () => {
    rag.fake.configure({ embed: (text) => (/holiday/.test(text) ? [1, 0] : [0, 1]) });
    await rag.import(corpus, objects);
    expect(await first(0)).toBe('gs://b/dense.txt');
    rag.fake.configure({ hybrid: 'refused' });
    await expect(first(0)).rejects.toMatchObject(refusal(3, /hybrid_search/));
    rag.fake.configure({ hybrid: 'honoured' });
    await expect(first(1.5)).rejects.toMatchObject(refusal(3, /alpha/));
  });
});

it('the rank service puts the contexts in another order, and takes its own models', async () => {
  rag.fake.configure({ embed: async (text) => (/near/.test(text) ? [1, 0] : [0.9, 0.1]) });
  await rag.import(corpus, { 'near.txt': 'near', 'words.txt': 'all of the question' });
  const ranked = async (ranking: object) => uris(await rag.search(corpus, 'near or all of the question', { ranking }));
  expect(await ranked({})).toEqual(['gs://b/near.txt', 'gs://b/words.txt']);
  expect(await ranked({ rankService: { modelName: 'semantic-ranker-512@latest' } })).toEqual(['gs://b/words.txt', 'gs://b/near.txt']);
  expect(await ranked({ llmRanker: { modelName: 'gemini-3.5-flash' } })).toHaveLength(2);
  await expect(ranked({ rankService: { modelName: 'gemini-3.5-flash' } })).rejects.toMatchObject(refusal(3, /Unknown model/));
});

describe('what a test makes of retrieval', () => {
  it('finds a file only some time after its import', async () => {
    let now = 0;
    rag.fake.configure({ visibilityMs: 1_000, now: () => now });
    await rag.import(corpus, HOLIDAYS);
    expect(await rag.search(corpus, 'holidays')).toEqual([]);
    expect(await rag.files(corpus)).toMatchObject([{ fileStatus: { state: 'ACTIVE' } }, { fileStatus: { state: 'ACTIVE' } }]);
    now = 1_000;
    expect(await rag.search(corpus, 'holidays')).toHaveLength(2);
    rag.fake.configure({ now: Date.now });
  });

  it('never finds a file that is ACTIVE', async () => {
    rag.fake.hideFiles((uri) => uri.endsWith('a.md'));
    await rag.import(corpus, HOLIDAYS);
    expect(uris(await rag.search(corpus, 'holidays'))).toEqual(['gs://b/b.md']);
  });

  it('returns contexts in front of those it found that are not of the corpus', async () => {
    await rag.import(corpus, HOLIDAYS);
    rag.fake.inject({ sourceUri: 'gs://b/other-tenant/secret.md', text: 'secret', score: 0 });
    expect(uris(await rag.search(corpus, 'holidays', { topK: 2 }))).toEqual(['gs://b/other-tenant/secret.md', 'gs://b/a.md']);
    rag.fake.injectBy(({ query }) => (query?.text === 'secret' ? [{ sourceUri: 'gs://b/x' }] : []));
    expect(uris(await rag.search(corpus, 'holidays', { topK: 1 }))).toEqual(['gs://b/a.md']);
    expect(uris(await rag.search(corpus, 'secret', { topK: 1 }))).toEqual(['gs://b/x']);
  });
});
