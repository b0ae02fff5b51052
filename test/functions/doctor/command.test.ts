import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type FakeGemini, startFakeGemini } from '../../fakes/gemini.ts';
import { type FakeStorage, startFakeStorage } from '../../fakes/storage.ts';

const line = z.strictObject({
  check: z.string(),
  ok: z.boolean(),
  skipped: z.literal(true).optional(),
  message: z.string().min(1),
  fix: z.string().min(1).optional(),
});

describe('npm run doctor', () => {
  let home: string;
  let storage: FakeStorage;
  let gemini: FakeGemini;
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'groundwire-doctor-'));
    mkdirSync(join(home, 'bucket', 'acme'), { recursive: true });
    storage = await startFakeStorage();
    gemini = await startFakeGemini();
  });
  afterAll(async () => {
    await storage.close();
    await gemini.close();
    rmSync(home, { recursive: true });
  });

  const run = (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    new Promise<{ status: number; out: string; err: string; ms: number }>((resolve) => {
      const start = performance.now();
      const clean = {
        PATH: process.env.PATH ?? '',
        HOME: home,
        GROUNDWIRE_DATA: join(home, 'data'),
        GROUNDWIRE_BUCKET: join(home, 'bucket'),
      };
      const command = ['--disable-warning=MetadataLookupWarning', 'functions/doctor/main.ts', ...args];
      execFile(process.execPath, command, { env: { ...clean, ...env } }, (error, out, err) =>
        resolve({ status: error ? Number(error.code) : 0, out, err, ms: performance.now() - start }),
      );
    });
  const fakes = () => ({
    STORAGE_EMULATOR_HOST: storage.url,
    GROUNDWIRE_BUCKET: 'gs://uploads',
    GOOGLE_GEMINI_BASE_URL: gemini.url,
    GEMINI_API_KEY: 'fake',
    EMBEDDER: 'gemini',
  });
  const parsed = (out: string) =>
    out
      .trim()
      .split('\n')
      .map((each) => line.parse(JSON.parse(each)));

  it('finds nothing wrong of a local run as it comes', async () => {
    const { status, out, err } = await run({});
    expect([status, err]).toEqual([0, '']);
    expect(out).toMatch(/^✓ configuration +pgvector, embedded database/);
    expect(out).toMatch(/✓ embedding model +use-lite\/512 embeds\n/);
    expect(out).toMatch(/\n\n11 checks: 4 ok, 0 failed, 7 skipped\n$/);
  });

  it('prints a line a check, the fix below, and ends with 1', async () => {
    storage.bucket('uploads', { denied: ['storage.objects.get'] });
    const { status, out } = await run(fakes());
    storage.bucket('uploads', { denied: [] });
    expect(status).toBe(1);
    expect(out).toContain(`✗ bucket             storage.objects.get missing on gs://uploads.
  → roles/storage.objectViewer has it:
    gcloud storage buckets add-iam-policy-binding gs://uploads --member=serviceAccount:ACCOUNT --role=roles/storage.objectViewer
– bucket reading     needs bucket
`);
  });

  it('prints an object a line with --json', async () => {
    const { status, out } = await run(fakes(), '--json', '--tenant', 'acme');
    expect(status).toBe(0);
    expect(parsed(out).map(({ check }) => check)).toEqual([
      'configuration',
      'production',
      'callers',
      'profile',
      'credentials',
      'bucket',
      'bucket reading',
      'bucket protection',
      'notifications',
      'locations',
      'database',
      'embedding model',
      'ranking model',
      'answering model',
      'pdf model',
    ]);
  });

  it('ends in time when a service hangs, with everything else said', async () => {
    storage.hang(/testPermissions/);
    const { status, out, ms } = await run(fakes(), '--json');
    storage.hang(undefined);
    const results = parsed(out);
    expect(status).toBe(1);
    expect(results.filter(({ ok }) => !ok)).toMatchObject([{ check: 'bucket', message: 'No answer within 10 s.' }]);
    expect(results.find(({ check }) => check === 'notifications')).toMatchObject({ ok: true });
    expect(ms).toBeLessThan(25_000);
  });

  it('prints who is calling, and grants to whom', async () => {
    const { hostname, port } = new URL(gemini.url);
    const metadata = { GCE_METADATA_HOST: `${hostname}:${port}`, METADATA_SERVER_DETECTION: 'assume-present' };
    const account = { ...metadata, EMBEDDER: 'gemini', GOOGLE_CLOUD_PROJECT: 'p', GOOGLE_VERTEX_BASE_URL: gemini.url };
    gemini.script({ status: 403 });
    const results = parsed((await run(account, '--json')).out);
    expect(results.find(({ check }) => check === 'credentials')).toMatchObject({
      ok: true,
      message: 'ingest@p.iam.gserviceaccount.com, project p',
    });
    expect(results.find(({ check }) => check === 'embedding model')).toMatchObject({
      ok: false,
      fix: expect.stringMatching(
        /^gcloud projects add-iam-policy-binding p --member=serviceAccount:ingest@p\.iam\.gserviceaccount\.com --role=roles\/aiplatform\.user\n/,
      ),
    });
  });

  it('says that there are no credentials, and leaves out what needs them', async () => {
    const { status, out } = await run({ GROUNDWIRE_BUCKET: 'gs://uploads', METADATA_SERVER_DETECTION: 'none' });
    expect(status).toBe(1);
    expect(out).toMatch(/✗ credentials +There are no Google credentials\.\n {2}→ .*gcloud auth application-default login\n/);
    expect(out).toMatch(/– bucket +needs credentials\n/);
    expect(out).toMatch(/✓ embedding model/);
  });

  it('ends with one line for a setting or an option that is wrong', async () => {
    expect(await run({ EMBED_DIMENSIONS: 'many' })).toMatchObject({
      status: 1,
      out: '',
      err: 'EMBED_DIMENSIONS: must be a whole number\n',
    });
    expect(await run({}, '--for', 'fun')).toMatchObject({ status: 1, err: '--for fun: there are search, ingest, all\n' });
    expect(await run({}, '--tenant', 'No!')).toMatchObject({ status: 1, err: '--tenant No!: is not a tenant name\n' });
  });
});
