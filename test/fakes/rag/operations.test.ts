import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusal, startRag } from './harness.ts';

let rag: Awaited<ReturnType<typeof startRag>>;
let corpus: string;
beforeAll(async () => {
  rag = await startRag();
  corpus = await rag.corpus();
});
afterAll(() => rag.close());

async function start(object: string) {
  rag.storage.put(`b/${object}`, 'text');
  const importRagFilesConfig = { gcsSource: { uris: [`gs://b/${object}`] } };
  return (await rag.data.importRagFiles({ parent: corpus, importRagFilesConfig }))[0];
}
const names = async () => (await rag.files(corpus)).map(({ displayName }) => displayName);

it('an operation is done when it is started, and its response is of its own type', async () => {
  const operation = await start('at-once.txt');
  expect([operation.done, operation.name]).toEqual([true, expect.stringContaining(`${corpus}/operations/`)]);
  const [response, metadata] = await operation.promise();
  expect(Number(response.importedRagFilesCount)).toBe(1);
  expect(String(metadata.ragCorpusId)).toBe(corpus.split('/').at(-1));
  expect(rag.fake.calls('getOperation')).toBe(0);
});

it('an operation is done after so many polls, and has no effect before', async () => {
  rag.fake.operations.script('importRagFiles', { polls: 2 });
  const operation = await start('polled.txt');
  expect([operation.done, rag.fake.operations.pending()]).toEqual([false, [operation.name]]);
  expect(await names()).not.toContain('polled.txt');
  await operation.promise();
  expect(await names()).toContain('polled.txt');
  expect(rag.fake.calls('getOperation')).toBe(2);
});

it('an operation takes its time', async () => {
  rag.fake.operations.script('importRagFiles', { ms: 150 });
  const started = performance.now();
  await (await start('slow.txt')).promise();
  expect(performance.now() - started).toBeGreaterThan(145);
  expect(await names()).toContain('slow.txt');
});

it('an operation fails with a code, with its effect or without', async () => {
  rag.fake.operations.script('importRagFiles', { error: { code: 13, message: 'scripted' } });
  await expect((await start('failed.txt')).promise()).rejects.toMatchObject(refusal(13, /scripted/));
  expect(await names()).not.toContain('failed.txt');
  rag.fake.operations.script('importRagFiles', { polls: 1, effect: true, error: { code: 14, message: 'scripted' } });
  await expect((await start('failed.txt')).promise()).rejects.toMatchObject(refusal(14, /scripted/));
  expect(await names()).toContain('failed.txt');
});

it('an operation ends when a test says so', async () => {
  rag.fake.operations.always('deleteRagFile', { never: true });
  const [file] = await rag.files(corpus);
  const [operation] = await rag.data.deleteRagFile({ name: file?.name ?? '' });
  expect(await names()).toContain(file?.displayName);
  await rag.fake.operations.finish();
  await operation.promise();
  expect(await names()).not.toContain(file?.displayName);
  rag.fake.operations.always('deleteRagFile', undefined);
});

it('an operation fails when its corpus goes meanwhile', async () => {
  const doomed = await rag.corpus();
  rag.fake.operations.script('importRagFiles', { polls: 1 });
  const [operation] = await rag.data.importRagFiles({ parent: doomed, importRagFilesConfig: { gcsSource: { uris: ['gs://b/x'] } } });
  rag.fake.deleteCorpus(doomed);
  await expect(operation.promise()).rejects.toMatchObject(refusal(5, /not found/));
});

it('an operation is found by its name, cancelled and deleted', async () => {
  rag.fake.operations.script('importRagFiles', { never: true });
  const operation = await start('cancelled.txt');
  const found = await rag.data.checkImportRagFilesProgress(operation.name ?? '');
  expect([found.name, found.done]).toEqual([operation.name, false]);
  await operation.cancel();
  await expect(operation.promise()).rejects.toMatchObject(refusal(1, /cancelled/));
  await rag.data.deleteOperation({ name: operation.name ?? '', toJSON: () => ({}) });
  await expect(rag.data.checkImportRagFilesProgress(operation.name ?? '')).rejects.toMatchObject(refusal(5, /not found/));
});
