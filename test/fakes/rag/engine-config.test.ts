import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusal, startRag } from './harness.ts';

let rag: Awaited<ReturnType<typeof startRag>>;
let name: string;
beforeAll(async () => {
  rag = await startRag();
  name = `${rag.fake.parent}/ragEngineConfig`;
});
afterAll(() => rag.close());

async function switchTo(ragManagedDbConfig: object, of = rag) {
  const [operation] = await of.data.updateRagEngineConfig({
    ragEngineConfig: { name: `${of.fake.parent}/ragEngineConfig`, ragManagedDbConfig },
  });
  return (await operation.promise())[0];
}
const mode = async () => (await rag.data.getRagEngineConfig({ name }))[0].ragManagedDbConfig;

it('runs on the basic tier of Spanner at first, and by default', async () => {
  expect(await mode()).toMatchObject({ spanner: { basic: {} } });
  await switchTo({ spanner: { scaled: {} } });
  expect(await mode()).toMatchObject({ spanner: { scaled: {} } });
  await switchTo({});
  expect(await mode()).toMatchObject({ spanner: { basic: {} } });
});

it('refuses the deprecated tiers', async () => {
  await expect(switchTo({ basic: {} })).rejects.toMatchObject(refusal(3, /deprecated/));
});

it('has other corpora in serverless mode, without RagManagedDb, and the same again after it', async () => {
  const spanner = await rag.corpus();
  await switchTo({ serverless: {} });
  await expect(rag.data.getRagCorpus({ name: spanner })).rejects.toMatchObject(refusal(5, /not found/));
  await expect(rag.corpus({ vectorDbConfig: { ragManagedDb: {} } })).rejects.toMatchObject(refusal(3, /not available in serverless/));
  const serverless = await rag.corpus();
  const [corpus] = await rag.data.getRagCorpus({ name: serverless });
  expect(corpus.vectorDbConfig?.ragManagedVertexVectorSearch?.collectionName).toMatch(/\/collections\//);
  rag.fake.setMode('basic');
  await expect(rag.data.getRagCorpus({ name: serverless })).rejects.toMatchObject(refusal(5, /not found/));
  expect((await rag.data.getRagCorpus({ name: spanner }))[0].name).toBe(spanner);
});

it('deletes everything when it is unprovisioned, and refuses calls until it is not', async () => {
  const corpus = await rag.corpus();
  await switchTo({ spanner: { unprovisioned: {} } });
  expect(await mode()).toMatchObject({ spanner: { unprovisioned: {} } });
  await expect(rag.data.listRagCorpora({ parent: rag.fake.parent })).rejects.toMatchObject(refusal(9, /unprovisioned/));
  await expect(rag.corpus()).rejects.toMatchObject(refusal(9, /unprovisioned/));
  await expect(rag.search(corpus, 'text')).rejects.toMatchObject(refusal(9, /unprovisioned/));
  await switchTo({ spanner: { basic: {} } });
  expect((await rag.data.listRagCorpora({ parent: rag.fake.parent }))[0]).toEqual([]);
});

it('is serverless in us-central1 only', async () => {
  const elsewhere = await startRag({ location: 'europe-west4' });
  await expect(switchTo({ serverless: {} }, elsewhere)).rejects.toMatchObject(refusal(3, /us-central1 only/));
  await elsewhere.close();
});
