import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, startRag } from './harness.ts';

let rag: Awaited<ReturnType<typeof startRag>>;
beforeAll(async () => {
  rag = await startRag();
});
afterAll(() => rag.close());

const model = (name: string, location = 'us-central1') => ({
  vertexPredictionEndpoint: { endpoint: `projects/fake/locations/${location}/publishers/google/models/${name}` },
});

describe('a corpus', () => {
  it('has a numeric id under the number of the project, and is found by either', async () => {
    const name = await rag.corpus({ displayName: 'one', description: 'first' });
    expect(name).toMatch(/^projects\/123456789012\/locations\/us-central1\/ragCorpora\/\d+$/);
    const [corpus] = await rag.data.getRagCorpus({ name: name.replace('123456789012', 'fake') });
    expect(corpus).toMatchObject({ name, displayName: 'one', description: 'first', corpusStatus: { state: 'ACTIVE' }, ragFilesCount: 0 });
  });

  it('needs a display name of at most 128 characters', async () => {
    await expect(rag.corpus({ displayName: '' })).rejects.toMatchObject(refusal(3, /display_name is required/));
    await expect(rag.corpus({ displayName: 'x'.repeat(129) })).rejects.toMatchObject(refusal(3, /128/));
    expect(await rag.corpus({ displayName: '𝕏'.repeat(128) })).toBeTruthy();
  });

  it('is not ACTIVE, and takes no files, before its operation is done', async () => {
    rag.fake.operations.script('createRagCorpus', { never: true });
    const [operation] = await rag.data.createRagCorpus({ parent: rag.fake.parent, ragCorpus: { displayName: 'slow' } });
    const corpus = operation.name?.split('/operations/')[0] ?? '';
    expect((await rag.data.getRagCorpus({ name: corpus }))[0].corpusStatus?.state).toBe('INITIALIZED');
    await expect(rag.import(corpus, { 'a.txt': 'a' })).rejects.toMatchObject(refusal(9, /not ACTIVE, but INITIALIZED/));
    await rag.fake.operations.finish();
    expect((await operation.promise())[0].name).toBe(corpus);
    expect((await rag.data.getRagCorpus({ name: corpus }))[0].corpusStatus?.state).toBe('ACTIVE');
  });

  it('takes another name and description, but no other database or model', async () => {
    const name = await rag.corpus({ vectorDbConfig: { ragEmbeddingModelConfig: model('text-embedding-005') } });
    const update = async (changes: object) => {
      const [operation] = await rag.data.updateRagCorpus({ ragCorpus: { name, ...changes } });
      return (await operation.promise())[0];
    };
    expect(await update({ displayName: 'renamed' })).toMatchObject({ displayName: 'renamed' });
    await expect(update({ vectorDbConfig: { ragEmbeddingModelConfig: model('gemini-embedding-001') } })).rejects.toMatchObject(
      refusal(3, /embedding model is immutable/),
    );
    await expect(update({ vectorDbConfig: { ragManagedVertexVectorSearch: {} } })).rejects.toMatchObject(
      refusal(3, /vector_db_config is immutable/),
    );
    expect(await update({ vectorDbConfig: { ragManagedDb: { ann: { treeDepth: 3 } } } })).toMatchObject({
      vectorDbConfig: { ragManagedDb: { ann: { treeDepth: 3 } }, ragEmbeddingModelConfig: model('text-embedding-005') },
    });
  });

  it('has its embedding model where it is itself', async () => {
    const elsewhere = { vectorDbConfig: { ragEmbeddingModelConfig: model('text-embedding-005', 'europe-west4') } };
    await expect(rag.corpus(elsewhere)).rejects.toMatchObject(refusal(3, /must be in us-central1/));
    const nothing = { vectorDbConfig: { ragEmbeddingModelConfig: { vertexPredictionEndpoint: { endpoint: 'text-embedding-005' } } } };
    await expect(rag.corpus(nothing)).rejects.toMatchObject(refusal(3, /Invalid endpoint/));
  });

  it('is refused with what is deprecated or does not go together', async () => {
    await expect(rag.corpus({ ragVectorDbConfig: {} })).rejects.toMatchObject(refusal(3, /deprecated/));
    const key = { kmsKeyName: 'projects/fake/locations/us-central1/keyRings/r/cryptoKeys/k' };
    await expect(rag.corpus({ encryptionSpec: key, vectorDbConfig: { ragManagedVertexVectorSearch: {} } })).rejects.toMatchObject(
      refusal(3, /RagManagedDb/),
    );
    await expect(rag.corpus({ vectorDbConfig: { ragManagedDb: { ann: { treeDepth: 4 } } } })).rejects.toMatchObject(
      refusal(3, /tree_depth/),
    );
  });

  it('is deleted with its files only by force', async () => {
    const name = await rag.corpus();
    await rag.import(name, { 'force.txt': 'text' });
    await expect(rag.data.deleteRagCorpus({ name })).rejects.toMatchObject(refusal(9, /not empty/));
    await expect(rag.data.deleteRagCorpus({ name, forceDelete: true })).rejects.toMatchObject(refusal(9, /not empty/));
    const [operation] = await rag.data.deleteRagCorpus({ name, force: true });
    await operation.promise();
    await expect(rag.data.getRagCorpus({ name })).rejects.toMatchObject(refusal(5, /not found/));
    await expect(rag.data.deleteRagCorpus({ name })).rejects.toMatchObject(refusal(5, /not found/));
    await expect(rag.search(name, 'text')).rejects.toMatchObject(refusal(5, /not found/));
  });

  it('is gone for the client when it is deleted behind its back', async () => {
    const name = await rag.corpus();
    rag.fake.deleteCorpus(name);
    await expect(rag.files(name)).rejects.toMatchObject(refusal(5, /not found/));
  });
});

describe('names', () => {
  it('are of this project and location', async () => {
    const named = (name: string) => rag.data.getRagCorpus({ name });
    await expect(named('projects/other/locations/us-central1/ragCorpora/1')).rejects.toMatchObject(refusal(7, /Permission denied/));
    await expect(named('projects/fake/locations/europe-west4/ragCorpora/1')).rejects.toMatchObject(
      refusal(3, /Expected location us-central1/),
    );
    await expect(named('projects/fake/locations/us-central1/corpora/1')).rejects.toMatchObject(refusal(3, /Invalid resource name/));
    await expect(named('projects/fake/locations/us-central1/ragCorpora/1')).rejects.toMatchObject(refusal(5, /not found/));
  });

  it('stand in the routing header', async () => {
    const call = rag.data.innerApiCalls.getRagCorpus;
    const request = { name: await rag.corpus() };
    await expect(call?.(request, {})).rejects.toMatchObject(refusal(3, /routing header/));
  });
});

it('corpora are listed in pages of at most 100', async () => {
  await Promise.all(Array.from({ length: 101 }, () => rag.corpus()));
  const [corpora] = await rag.data.listRagCorpora({ parent: rag.fake.parent });
  expect(corpora.length).toBe(rag.fake.corpora().length);
  expect(new Set(corpora.map(({ name }) => name)).size).toBe(corpora.length);
  expect(rag.fake.calls('listRagCorpora')).toBe(2);
  const [page, , { nextPageToken }] = await rag.data.listRagCorpora({ parent: rag.fake.parent, pageSize: 5 }, { autoPaginate: false });
  expect([page.length, nextPageToken !== '']).toEqual([5, true]);
  await expect(
    rag.data.listRagCorpora({ parent: rag.fake.parent, pageToken: 'none of mine' }, { autoPaginate: false }),
  ).rejects.toMatchObject(refusal(3, /page_token/));
});
