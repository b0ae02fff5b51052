import { status } from '@grpc/grpc-js';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { documentOf } from '../../support/documents.ts';
import { DOCUMENTS, INDEX, inBucket, type ManagedServices, managedOver, startServices } from '../../support/managed.ts';
import { type ExamineOptions, examine, failuresOf } from './examine.ts';

const never = new AbortController().signal;
const AGENT = 'service-123456789012@gcp-sa-vertex-rag.iam.gserviceaccount.com';

describe('RAG Engine', () => {
  let services: ManagedServices;
  beforeEach(async () => {
    services = await startServices();
    vi.stubEnv('STORAGE_EMULATOR_HOST', services.storage.url);
    return () => services.close();
  });
  afterAll(() => void vi.unstubAllEnvs());
  const look = (env: Readonly<Record<string, string>> = {}, options?: ExamineOptions) =>
    examine(
      {
        RETRIEVAL_BACKEND: 'vertex-rag',
        GROUNDWIRE_BUCKET: `gs://${DOCUMENTS}`,
        RAG_INDEX_BUCKET: `gs://${INDEX}`,
        GOOGLE_CLOUD_PROJECT: 'fake',
        RAG_API_ENDPOINT: services.rag.address,
        ...env,
      },
      options,
    );
  const ingest = async () => {
    const backend = inBucket(await managedOver(services), services.storage);
    await backend.put(documentOf('# Pump\n\nThe pump cavitates.\n', { documentId: 'pump.md' }), never);
    await backend.close();
  };

  it('is in order while there is nothing in it', async () => {
    const results = await look();
    expect(failuresOf(results)).toEqual([]);
    expect(results).toMatchObject({
      'rag quota': { state: 'ok', fix: undefined },
      'rag engine': { state: 'ok', message: 'spanner mode in us-central1' },
      'index bucket': { state: 'ok', message: 'gs://index may be listed and read' },
      'index writing': { state: 'ok', message: 'gs://index may be written' },
      'rag agent': { state: 'ok' },
      'rag corpora': { state: 'ok', message: 'no tenant yet: the first document makes its corpus' },
      retrieval: { state: 'skipped' },
      'embedding model': { state: 'skipped' },
    });
    expect(services.rag.corpora()).toEqual([]);
    expect(services.storage.events).toEqual([]);
  });

  it('is in order with documents, and answers', async () => {
    await ingest();
    const results = await look();
    expect(failuresOf(results)).toEqual([]);
    expect(results).toMatchObject({
      'rag corpora': { message: '1 of 1 tenants have theirs, made with text-embedding-005 in rag-managed-db' },
      retrieval: { state: 'ok', message: expect.stringMatching(/^acme is answered in \d+ ms$/) },
    });
    expect((await look({}, { tenant: 'globex' }))['rag corpora']).toMatchObject({ message: expect.stringContaining('0 of 1 tenants') });
  });

  it('is in another mode, or unprovisioned', async () => {
    services.rag.setMode('unprovisioned');
    expect((await look())['rag engine']).toMatchObject({
      state: 'failed',
      message: 'RAG_MODE: RAG Engine in us-central1 is unprovisioned, and holds nothing.',
      fix: expect.stringMatching(/^Set its tier to basic or scaled first\.\ncurl -X PATCH .*us-central1\/ragEngineConfig$/),
    });
    services.rag.setMode('serverless');
    const results = await look();
    expect(results['rag engine']).toMatchObject({ state: 'failed', fix: expect.stringContaining('Set RAG_MODE=serverless') });
    expect(results['rag corpora']).toMatchObject({ state: 'skipped', message: 'needs rag engine' });
    expect((await look({ RAG_MODE: 'serverless' }))['rag engine']).toMatchObject({ state: 'ok' });
  });

  it('is not in the region that is configured', async () => {
    expect((await look({ RAG_LOCATION: 'europe-west4' }))['rag engine']).toMatchObject({
      state: 'failed',
      message: 'RAG_LOCATION: RAG Engine is not there in europe-west4 for fake.',
    });
  });

  it('refuses a caller without the role, and says so with the command that grants it', async () => {
    services.rag.always('getRagEngineConfig', { code: status.PERMISSION_DENIED });
    expect((await look())['rag engine']).toMatchObject({
      state: 'failed',
      fix: expect.stringMatching(
        /^gcloud projects add-iam-policy-binding fake --member=serviceAccount:ACCOUNT --role=roles\/aiplatform\.user\n.*gcloud services enable aiplatform/s,
      ),
    });
    expect((await look({ RAG_RANKER: 'semantic-ranker-default@latest' }))['rag engine']).toMatchObject({
      fix: expect.stringContaining('--role=roles/discoveryengine.viewer'),
    });
    services.rag.always('getRagEngineConfig', { code: status.UNAVAILABLE });
    expect((await look())['rag engine']).toMatchObject({ state: 'failed', fix: expect.stringContaining('can be reached from here') });
  });

  it('hangs, and hides nothing else', async () => {
    services.rag.always('getRagEngineConfig', 'hang');
    const results = await look({}, { deadlineMs: 2_000 });
    expect(failuresOf(results)).toEqual(['rag engine']);
    expect(results['index bucket']).toMatchObject({ state: 'ok' });
  });

  it('has to be able to write the index, unless it only searches', async () => {
    services.storage.bucket(INDEX, { denied: ['storage.objects.create', 'storage.objects.delete'] });
    const results = await look();
    expect(failuresOf(results)).toEqual(['index writing']);
    expect(results['index writing']).toMatchObject({
      message: 'storage.objects.create and storage.objects.delete missing on gs://index.',
      fix: expect.stringMatching(/^roles\/storage\.objectUser has it:\n.*gs:\/\/index.*objectUser\n.*--for search/s),
    });
    expect((await look({}, { duty: 'search' }))['index writing']).toMatchObject({ state: 'skipped' });
    services.storage.bucket(INDEX, { denied: ['storage.objects.get'] });
    expect((await look({}, { duty: 'search' }))['index bucket']).toMatchObject({
      state: 'failed',
      fix: expect.stringContaining('roles/storage.objectViewer'),
    });
  });

  it('has an index bucket, and one of its own', async () => {
    services.storage.bucket(INDEX, { isThere: false });
    expect((await look())['index bucket']).toMatchObject({
      message: 'There is no bucket gs://index.',
      fix: expect.stringContaining('buckets create gs://index'),
    });
    await expect(look({ RAG_INDEX_BUCKET: `gs://${DOCUMENTS}` })).rejects.toThrow(/^RAG_INDEX_BUCKET: must be another bucket/);
  });

  it('reads what it imports by an account of its own, which needs a role too', async () => {
    services.storage.bucket(INDEX, { bindings: [{ role: 'roles/storage.objectViewer', members: [`serviceAccount:${AGENT}`] }] });
    expect((await look())['rag agent']).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('every import fails'),
      fix: `gcloud storage buckets add-iam-policy-binding gs://index --member=serviceAccount:${AGENT} --role=roles/storage.objectUser`,
    });
    services.storage.bucket(INDEX, { bindings: [{ role: 'projects/fake/roles/rag', members: [`serviceAccount:${AGENT}`] }] });
    expect((await look())['rag agent']).toMatchObject({ state: 'ok' });
    services.storage.bucket(DOCUMENTS, { bindings: [] });
    expect((await look())['rag agent']).toMatchObject({ state: 'ok' });
    expect((await look({ RAG_IMPORT: 'original' }))['rag agent']).toMatchObject({ fix: expect.stringContaining('gs://documents') });
    services.storage.bucket(INDEX, { denied: ['storage.buckets.getIamPolicy'] });
    expect((await look())['rag agent']).toMatchObject({
      state: 'skipped',
      message: expect.stringMatching(/get-iam-policy gs:\/\/index.*objectUser/),
    });
  });

  it('has lost a corpus', async () => {
    await ingest();
    services.rag.deleteCorpus(services.rag.corpora()[0]?.id ?? '');
    const results = await look();
    expect(results['rag corpora']).toMatchObject({
      state: 'failed',
      message: 'The corpus of acme is gone.',
      fix: 'npm run backfill -- --tenant acme',
    });
    expect(results.retrieval).toMatchObject({ state: 'skipped' });
    // What backfill does.
    await ingest();
    expect(failuresOf(await look())).toEqual([]);
  });

  it('has a corpus of another model', async () => {
    await ingest();
    expect((await look({ RAG_EMBED_MODEL: 'gemini-embedding-001' }))['rag corpora']).toMatchObject({
      state: 'failed',
      message: 'The corpus of acme was made with text-embedding-005 in rag-managed-db, and keeps them.',
      fix: expect.stringMatching(/^Set RAG_EMBED_MODEL=text-embedding-005 .*npm run tenant -- --drop acme && npm run backfill/s),
    });
  });

  it('does not answer a search', async () => {
    await ingest();
    services.rag.always('retrieveContexts', { code: status.RESOURCE_EXHAUSTED });
    const results = await look();
    expect(failuresOf(results)).toEqual(['retrieval']);
    expect(results.retrieval).toMatchObject({ fix: expect.stringContaining('quota') });
  });

  it('may have a larger quota than is usual, which is said', async () => {
    expect((await look({ RAG_IMPORTS: '4' }))['rag quota']).toMatchObject({
      state: 'ok',
      fix: expect.stringContaining('60 and 3 in a region'),
    });
  });
});
