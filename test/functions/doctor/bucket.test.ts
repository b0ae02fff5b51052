import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkLocations } from '../../../functions/doctor/locations.ts';
import { parseConfig } from '../../../shared/config.ts';
import { inspectBucket } from '../../../shared/documents/source/inspect.ts';
import { type FakeGemini, startFakeGemini } from '../../fakes/gemini.ts';
import { type FakeStorage, startFakeStorage } from '../../fakes/storage.ts';
import { type ExamineOptions, examine, failuresOf } from './examine.ts';

describe('the bucket of the uploads', () => {
  let storage: FakeStorage;
  let gemini: FakeGemini;
  beforeAll(async () => {
    gemini = await startFakeGemini();
  });
  beforeEach(async () => {
    storage = await startFakeStorage();
    storage.put('uploads/acme/pump.md', '# Pump\n');
    vi.stubEnv('STORAGE_EMULATOR_HOST', storage.url);
    vi.stubEnv('GOOGLE_GEMINI_BASE_URL', gemini.url);
    return () => storage.close();
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await gemini.close();
  });
  const look = (options?: ExamineOptions) =>
    examine({ GROUNDWIRE_BUCKET: 'gs://uploads', EMBEDDER: 'gemini', GEMINI_API_KEY: 'fake' }, options);
  it('is in order as terraform makes it', async () => {
    const results = await look();
    expect(failuresOf(results)).toEqual([]);
    expect(results).toMatchObject({
      bucket: { state: 'ok', message: 'gs://uploads may be listed and read (roles/storage.objectViewer)' },
      'bucket reading': { state: 'ok', message: 'listed, and an object read' },
      'bucket protection': { state: 'ok', message: 'versioning, soft delete for 7 days, uniform access, never public' },
      notifications: { state: 'ok' },
      locations: { state: 'ok', message: 'bucket us-central1' },
    });
  });

  it('names the permission that is missing, the role that has it and the command that grants it', async () => {
    storage.bucket('uploads', { denied: ['storage.objects.list'] });
    const results = await look();
    expect(results.bucket).toEqual({
      check: 'bucket',
      state: 'failed',
      message: 'storage.objects.list missing on gs://uploads.',
      fix:
        'roles/storage.objectViewer has it:\n' +
        'gcloud storage buckets add-iam-policy-binding gs://uploads --member=serviceAccount:ACCOUNT --role=roles/storage.objectViewer',
    });
    expect(results['bucket reading']).toMatchObject({ state: 'skipped', message: 'needs bucket' });
    expect(results.notifications).toMatchObject({ state: 'ok' });
    storage.bucket('uploads', { denied: ['storage.objects.list', 'storage.objects.get'] });
    expect((await look()).bucket?.message).toBe('storage.objects.get and storage.objects.list missing on gs://uploads.');
  });

  it('says once that it is not there', async () => {
    storage.bucket('uploads', { isThere: false });
    const results = await look();
    expect(failuresOf(results)).toEqual(['bucket']);
    expect(results.bucket).toMatchObject({
      message: 'There is no bucket gs://uploads.',
      fix: expect.stringContaining('GROUNDWIRE_BUCKET'),
    });
  });

  it('is read in earnest, for permissions are not all that can refuse', async () => {
    storage.bucket('uploads', { isSealed: true });
    const results = await look();
    expect(failuresOf(results)).toEqual(['bucket reading']);
    expect(results['bucket reading']).toMatchObject({ fix: expect.stringMatching(/VPC Service Controls.*cryptoKey/s) });
  });

  it('says what it can not know, of a caller that may not look at the bucket itself', async () => {
    storage.bucket('uploads', { denied: ['storage.buckets.get'] });
    const results = await look();
    expect(failuresOf(results)).toEqual([]);
    for (const name of ['bucket protection', 'notifications', 'locations']) {
      expect(results[name]).toMatchObject({
        state: 'skipped',
        message: expect.stringContaining('storage.buckets.get, which roles/storage.bucketViewer has'),
      });
    }
  });

  it('is not to be public, nor to have access rules for single objects', async () => {
    storage.bucket('uploads', {
      resource: { iamConfiguration: { uniformBucketLevelAccess: { enabled: false }, publicAccessPrevention: 'inherited' } },
    });
    expect((await look())['bucket protection']).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/access rules of their own; public access is not prevented/),
      fix:
        'gcloud storage buckets update gs://uploads --uniform-bucket-level-access\n' +
        'gcloud storage buckets update gs://uploads --public-access-prevention',
    });
  });

  it('is to keep what is deleted, in one way or another', async () => {
    storage.bucket('uploads', { resource: { versioning: undefined } });
    expect((await look())['bucket protection']).toMatchObject({ state: 'ok', fix: expect.stringContaining('--versioning') });
    storage.bucket('uploads', { resource: { softDeletePolicy: { retentionDurationSeconds: '0' } } });
    expect((await look())['bucket protection']).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/deleted by mistake is gone.*no versioning, no soft delete/),
    });
  });

  it('names each event that is sent nowhere, what comes of it, and the trigger', async () => {
    storage.bucket('uploads', { notifications: [['OBJECT_FINALIZE'], ['OBJECT_DELETE']] });
    const { notifications } = await look();
    expect(notifications).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/OBJECT_ARCHIVE \(.*OBJECT_METADATA_UPDATE \(changes of access/),
    });
    expect(notifications && 'fix' in notifications && notifications.fix).toContain(
      'gcloud eventarc triggers create ingest-archived --location=us-central1 --destination-run-service=ingest --service-account=ACCOUNT ' +
        '--event-filters=type=google.cloud.storage.object.v1.archived --event-filters=bucket=uploads',
    );
    expect(notifications?.message).not.toContain('OBJECT_FINALIZE');
  });

  it('takes a notification without kinds for all of them', async () => {
    storage.bucket('uploads', { notifications: [[]] });
    expect((await look()).notifications).toMatchObject({ state: 'ok' });
    storage.bucket('uploads', { notifications: [] });
    expect((await look()).notifications).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('OBJECT_FINALIZE (new documents'),
    });
  });

  it('hints at what is in another region', async () => {
    const places = async (location: string, env: Readonly<Record<string, string>>) => {
      const config = parseConfig({ GOOGLE_CLOUD_PROJECT: 'p', DATABASE_USER: 'x@p.iam', CLOUD_SQL_INSTANCE: 'p:europe-west1:db', ...env });
      storage.bucket('uploads', { resource: { location } });
      return checkLocations(inspectBucket('uploads'), config, new AbortController().signal);
    };
    expect(await places('EUROPE-WEST1', {})).toEqual({
      state: 'ok',
      message: 'bucket europe-west1, Cloud SQL europe-west1',
      fix: undefined,
    });
    expect(await places('EU', { RERANKER: 'vertex', RERANK_LOCATION: 'eu' })).toMatchObject({ fix: undefined });
    expect(await places('US', {})).toMatchObject({ fix: expect.stringContaining('Documents leave us for Cloud SQL (europe-west1)') });
    expect(await places('EUROPE-WEST1', { EMBEDDER: 'gemini', GOOGLE_CLOUD_LOCATION: 'us-central1' })).toMatchObject({
      message: 'bucket europe-west1, Cloud SQL europe-west1, embedding model us-central1',
      fix: expect.stringContaining('embedding model (us-central1)'),
    });
  });

  it('is none of a search in our own database, and hears of nothing for a search alone', async () => {
    expect((await look({ duty: 'search' })).bucket).toMatchObject({ state: 'skipped' });
    expect(Object.keys(await look({ duty: 'search' }))).not.toContain('notifications');
  });

  it('has a deadline for each thing that it is asked', async () => {
    storage.hang(/notificationConfigs/);
    const results = await look({ deadlineMs: 2_000 });
    expect(failuresOf(results)).toEqual(['notifications']);
    expect(results.notifications).toMatchObject({ message: 'No answer within 2 s.' });
  });
});
