import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, startRag } from './harness.ts';

let rag: Awaited<ReturnType<typeof startRag>>;
let corpus: string;
beforeAll(async () => {
  rag = await startRag();
});
beforeEach(async () => {
  rag.fake.configure({ again: 'skip', listsFailed: false });
  rag.fake.failFiles(() => undefined);
  corpus = await rag.corpus();
});
afterAll(() => rag.close());

const chunking = (chunkSize: number, chunkOverlap: number) => ({
  ragFileTransformationConfig: { ragFileChunkingConfig: { fixedLengthChunking: { chunkSize, chunkOverlap } } },
});

describe('an import', () => {
  it('succeeds although files fail, and counts both', async () => {
    rag.fake.failFiles((uri) => (uri.endsWith('scripted.txt') ? 'scripted' : undefined));
    rag.storage.put('b/there.txt', 'text');
    rag.storage.put('b/empty.txt', '');
    rag.storage.put('b/scripted.txt', 'text');
    const uris = ['gs://b/there.txt', 'gs://b/missing.txt', 'gs://b/empty.txt', 'gs://b/scripted.txt'];
    expect(await rag.importUris(corpus, uris)).toEqual({ imported: 1, failed: 3, skipped: 0 });
    expect(await rag.files(corpus)).toMatchObject([
      { displayName: 'there.txt', gcsSource: { uris: ['gs://b/there.txt'] }, fileStatus: { state: 'ACTIVE' }, sizeBytes: '4' },
    ]);
  });

  it('fails a file that is larger than its type may be', async () => {
    const over = Buffer.alloc(10 * 1024 * 1024 + 1, 'word ');
    expect(await rag.import(corpus, { 'over.md': over, 'small.md': 'word' })).toMatchObject({ imported: 1, failed: 1 });
  });

  it('lists what failed in the state ERROR, where that is so, and imports it again', async () => {
    rag.fake.configure({ listsFailed: true });
    await rag.importUris(corpus, ['gs://b/later.txt']);
    expect(await rag.files(corpus)).toMatchObject([{ fileStatus: { state: 'ERROR', errorStatus: 'gs://b/later.txt does not exist.' } }]);
    expect(await rag.import(corpus, { 'later.txt': 'text' })).toMatchObject({ imported: 1 });
    expect(await rag.files(corpus)).toMatchObject([{ fileStatus: { state: 'ACTIVE' } }]);
  });

  it('takes 1 to 10,000 URIs of Cloud Storage', async () => {
    const many = Array.from({ length: 10_001 }, (_, i) => `gs://b/${i}`);
    await expect(rag.importUris(corpus, many)).rejects.toMatchObject(refusal(3, /10000/));
    expect(await rag.importUris(corpus, many.slice(1))).toMatchObject({ failed: 10_000 });
    await expect(rag.importUris(corpus, [])).rejects.toMatchObject(refusal(3, /not 0/));
    await expect(rag.importUris(corpus, ['https://b/a.txt'])).rejects.toMatchObject(refusal(3, /Invalid Cloud Storage URI/));
    await expect(rag.importUris(corpus, ['gs://b/*.txt'])).rejects.toMatchObject(refusal(3, /Wildcards/));
    await expect(rag.importUris(corpus, [], { googleDriveSource: {}, gcsSource: null })).rejects.toMatchObject(refusal(3, /gcs_source/));
  });

  it('checks the sizes of chunks, and refuses what is deprecated', async () => {
    const refused = (config: object) => expect(rag.import(corpus, { 'a.txt': 'text' }, config)).rejects;
    await refused(chunking(0, 0)).toMatchObject(refusal(3, /chunk_size/));
    await refused(chunking(100, 100)).toMatchObject(refusal(3, /chunk_overlap/));
    await refused(chunking(100, -1)).toMatchObject(refusal(3, /chunk_overlap/));
    await refused({ ragFileChunkingConfig: { chunkSize: 100 } }).toMatchObject(refusal(3, /deprecated/));
    await refused({ partialFailureGcsSink: { outputUriPrefix: 'gs://b/f' } }).toMatchObject(refusal(3, /deprecated/));
    await refused({ rebuildAnnIndex: true }).toMatchObject(refusal(3, /ANN/));
  });

  it('finds no corpus that is not there', async () => {
    await expect(rag.importUris(corpus.replace(/\d+$/, '1'), ['gs://b/a'])).rejects.toMatchObject(refusal(5, /not found/));
  });
});

describe('a URI that is in the corpus already', () => {
  const again = async () => {
    await rag.import(corpus, { 'twice.txt': 'first' });
    const [first] = await rag.files(corpus);
    const counts = await rag.import(corpus, { 'twice.txt': 'second' });
    return { counts, first, files: await rag.files(corpus), texts: (await rag.search(corpus, 'second')).map(({ text }) => text) };
  };

  it('is skipped, with its old text', async () => {
    const { counts, files, first, texts } = await again();
    expect([counts, files, texts]).toEqual([{ imported: 0, failed: 0, skipped: 1 }, [first], ['first']]);
  });

  it('is there twice', async () => {
    rag.fake.configure({ again: 'duplicate' });
    const { counts, files, texts } = await again();
    expect([counts.imported, files.length, texts]).toEqual([1, 2, ['second', 'first']]);
  });

  it('is replaced by another file', async () => {
    rag.fake.configure({ again: 'replace' });
    const { counts, files, first, texts } = await again();
    expect([counts.imported, files.length, texts]).toEqual([1, 1, ['second']]);
    expect(files[0]?.name).not.toBe(first?.name);
  });
});

describe("an import's result", () => {
  const sink = (outputUriPrefix: string) => ({ importResultGcsSink: { outputUriPrefix } });

  it('has a line for each URI', async () => {
    await rag.import(corpus, { 'result.txt': 'text' });
    await rag.importUris(corpus, ['gs://b/result.txt', 'gs://b/missing.txt'], sink('gs://b/results/1.ndjson'));
    const [file] = await rag.files(corpus);
    const lines = rag.storage.object('b/results/1.ndjson')?.bytes.toString().trimEnd().split('\n') ?? [];
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        sourceUri: 'gs://b/result.txt',
        ragFile: file?.name,
        status: 'SKIPPED',
        errorMessage: 'gs://b/result.txt is in the corpus already.',
      },
      { sourceUri: 'gs://b/missing.txt', status: 'FAILED', errorMessage: 'gs://b/missing.txt does not exist.' },
    ]);
  });

  it('has lines of another shape where a test says so', async () => {
    rag.fake.configure({ resultRow: ({ uri, status }) => [uri, status] });
    await rag.importUris(corpus, ['gs://b/missing.txt'], sink('gs://b/results/2.ndjson'));
    expect(rag.storage.object('b/results/2.ndjson')?.bytes.toString()).toBe('["gs://b/missing.txt","FAILED"]\n');
  });

  it('is not written over another, or to nowhere', async () => {
    rag.storage.put('b/results/3.ndjson', 'old');
    await expect(rag.importUris(corpus, ['gs://b/a.txt'], sink('gs://b/results/3.ndjson'))).rejects.toMatchObject(
      refusal(3, /exists already/),
    );
    await expect(rag.importUris(corpus, ['gs://b/a.txt'], sink('results.ndjson'))).rejects.toMatchObject(refusal(3, /gcs_sink/));
  });
});

it('three imports run at once in a project, and no fourth', async () => {
  rag.fake.operations.always('importRagFiles', { never: true });
  const start = async (into: string) =>
    (await rag.data.importRagFiles({ parent: into, importRagFilesConfig: { gcsSource: { uris: ['gs://b/x'] } } }))[0];
  const started = await Promise.all([start(corpus), start(corpus), start(await rag.corpus())]);
  await expect(start(corpus)).rejects.toMatchObject(refusal(8, /Only 3 ImportRagFiles/));
  rag.fake.operations.always('importRagFiles', undefined);
  await rag.fake.operations.finish();
  await Promise.all(started.map((operation) => operation.promise()));
  expect((await start(corpus)).done).toBe(true);
});

it('a file is listed, and deleted once', async () => {
  await rag.import(corpus, Object.fromEntries(Array.from({ length: 205 }, (_, i) => [`many/${i}.txt`, `text ${i}`])));
  const files = await rag.files(corpus);
  expect(new Set(files.map(({ displayName }) => displayName)).size).toBe(205);
  const name = files[7]?.name ?? '';
  expect((await rag.data.getRagFile({ name }))[0].displayName).toBe(files[7]?.displayName);
  const [operation] = await rag.data.deleteRagFile({ name });
  await operation.promise();
  await expect(rag.data.getRagFile({ name })).rejects.toMatchObject(refusal(5, /not found/));
  await expect(rag.data.deleteRagFile({ name })).rejects.toMatchObject(refusal(5, /not found/));
  expect((await rag.data.getRagCorpus({ name: corpus }))[0].ragFilesCount).toBe(204);
});
