import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ReconcileOptions, reconcile } from '../../functions/reconcile/reconcile.ts';
import { makeCaller } from '../../shared/caller.ts';
import type { Bucket } from '../../shared/documents/source/bucket.ts';
import { createGcsBucket } from '../../shared/documents/source/gcs.ts';
import { createStorage } from '../../shared/documents/source/storage.ts';
import { Unavailable } from '../../shared/errors.ts';
import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { type CountingEmbedder, countingEmbedder } from '../fakes/embedder.ts';
import { type FakeStorage, startFakeStorage } from '../fakes/storage.ts';
import { RECONCILE } from '../support/reconciling.ts';
import { embeddedBackend, quiet } from '../support/stores.ts';

const never = new AbortController().signal;

describe('reconcile', () => {
  let storage: FakeStorage;
  let bucket: Bucket;
  let backend: RetrievalBackend;
  let embedder: CountingEmbedder;
  let tests = 0;
  let tenant = '';
  beforeAll(async () => {
    embedder = countingEmbedder();
    ({ backend } = await embeddedBackend(embedder));
  });
  afterAll(() => backend.close());
  beforeEach(async () => {
    storage = await startFakeStorage();
    storage.pageSize(4);
    bucket = createGcsBucket('docs', { storage: createStorage(storage.url), waits: [] });
    tenant = `tenant-${++tests}`;
    for (let i = 0; i < 10; i++) storage.put(`docs/${tenant}/d${i}.md`, `# Doc ${i}\n\nText of document ${i}.\n`);
  });
  afterEach(() => storage.close());

  const run = async (more: Partial<ReconcileOptions> = {}) => {
    const [report] = await reconcile({ ...RECONCILE, bucket, backend, tenant, log: quiet, ...more });
    return report;
  };
  const active = async () =>
    (await Array.fromAsync(backend.list(tenant))).filter(({ state }) => state === 'active').map(({ documentId }) => documentId);
  /** The bucket with a listing of its own. */
  const listing = (list: Bucket['list']): Bucket => ({ ...bucket, list });

  it('fixes both ways: what is new, changed, described otherwise and gone', async () => {
    expect(await run()).toMatchObject({ added: 10, updated: 0, removed: 0, withheld: 0 });
    storage.put(`docs/${tenant}/new.md`, '# New\n\nNew text.\n');
    storage.put(`docs/${tenant}/d0.md`, '# Doc 0\n\nAnother text.\n');
    storage.describe(`docs/${tenant}/d1.md`, { acl: 'hr' });
    storage.remove(`docs/${tenant}/d2.md`);
    expect(await run()).toMatchObject({ added: 1, updated: 2, removed: 1, withheld: 0 });
    expect(await active()).toEqual(['d0.md', 'd1.md', 'd3.md', 'd4.md', 'd5.md', 'd6.md', 'd7.md', 'd8.md', 'd9.md', 'new.md']);
    expect(await backend.passages(makeCaller(tenant, [], 'me'), ['d1.md:0', 'd2.md:0'], never)).toEqual([]);
    expect(await run()).toMatchObject({ added: 0, updated: 0, removed: 0, withheld: 0 });
  });

  it('says what it would do, and does nothing, when it runs dry', async () => {
    await run();
    storage.remove(`docs/${tenant}/d2.md`);
    storage.put(`docs/${tenant}/new.md`, '# New\n\nNew text.\n');
    for (let i = 0; i < 2; i++) expect(await run({ dryRun: true })).toMatchObject({ added: 1, updated: 0, removed: 1, withheld: 0 });
    expect(await active()).toContain('d2.md');
    expect(await active()).not.toContain('new.md');
  });

  it('applies additions and withholds deletions when the listing breaks off', async () => {
    await run();
    storage.put(`docs/${tenant}/a-new.md`, '# New\n\nNew text.\n');
    const report = await run({
      bucket: listing(async function* (name, signal) {
        let pages = 0;
        for await (const document of bucket.list(name, signal)) {
          if (++pages > 3) throw new Unavailable('Cloud Storage can not be reached or failed.');
          yield document;
        }
      }),
    });
    expect(report).toMatchObject({ added: 1, removed: 0, withheld: 8, reason: expect.stringMatching(/could not be listed/) });
    expect(await active()).toHaveLength(11);
  });

  it('withholds deletions when the bucket denies the listing', async () => {
    await run();
    storage.script(403);
    expect(await run()).toMatchObject({
      added: 0,
      removed: 0,
      withheld: 10,
      reason: expect.stringMatching(/roles\/storage\.objectViewer/),
    });
  });

  it('withholds deletions when the listing is empty, whether the objects are there or not', async () => {
    await run();
    expect(await run({ bucket: listing(async function* () {}) })).toMatchObject({ removed: 0, withheld: 10 });
    for (let i = 0; i < 10; i++) storage.remove(`docs/${tenant}/d${i}.md`);
    expect(await run()).toMatchObject({ removed: 0, withheld: 10, reason: expect.stringMatching(/lists nothing/) });
    expect(await active()).toHaveLength(10);
    expect(await run({ force: true })).toMatchObject({ removed: 10, withheld: 0 });
    expect(await active()).toEqual([]);
  });

  it('withholds every deletion when the listing was short: an object that it left out is still there', async () => {
    await run();
    storage.remove(`docs/${tenant}/d9.md`);
    const short = listing(async function* (name, signal) {
      for await (const document of bucket.list(name, signal)) if (document.documentId !== 'd3.md') yield document;
    });
    for (const force of [false, true]) {
      expect(await run({ bucket: short, force })).toMatchObject({
        removed: 0,
        withheld: 2,
        reason: expect.stringMatching(/short: 1 of the 2/),
      });
    }
    expect(await active()).toHaveLength(10);
  });

  it('withholds more deletions than are believable, until it is forced', async () => {
    await run();
    for (let i = 0; i < 3; i++) storage.remove(`docs/${tenant}/d${i}.md`);
    // Both must be exceeded: 3 of 10 is more than a fifth, but 3 documents are not many.
    expect(await run({ dryRun: true })).toMatchObject({ removed: 3, withheld: 0 });
    const limits = { maxRemovedShare: 0.2, maxRemoved: 2 };
    expect(await run({ limits })).toMatchObject({
      removed: 0,
      withheld: 3,
      reason: expect.stringMatching(/3 of 10 documents \(30 %\) would go/),
    });
    expect(await run({ limits: { maxRemovedShare: 0.4, maxRemoved: 2 }, dryRun: true })).toMatchObject({ removed: 3 });
    expect(await run({ limits, force: true })).toMatchObject({ removed: 3, withheld: 0 });
  });

  it('does not remove what was uploaded again after it was found missing', async () => {
    await run();
    storage.remove(`docs/${tenant}/d5.md`);
    const racing: RetrievalBackend = {
      ...backend,
      async remove(name, documentId, generation) {
        storage.put(`docs/${tenant}/d5.md`, '# Doc 5\n\nBack again.\n');
        const back = await bucket.find(name, documentId, never);
        if (back) await backend.put(back, never);
        await backend.remove(name, documentId, generation);
      },
    };
    await run({ backend: racing });
    expect(await active()).toContain('d5.md');
  });

  it('leaves alone what can not be indexed, and tries again what only failed for the moment', async () => {
    storage.put(`docs/${tenant}/noise.bin`, Buffer.from([0, 1, 2]));
    const flaky: RetrievalBackend = {
      ...backend,
      put: async (document, signal) =>
        document.documentId === 'd3.md'
          ? backend.put({ ...document, read: async () => Promise.reject(new Unavailable('Cloud Storage failed.')) }, signal)
          : backend.put(document, signal),
    };
    expect(await run({ backend: flaky })).toMatchObject({ failed: [{ document: `${tenant}/d3.md` }, { document: `${tenant}/noise.bin` }] });
    const stored = await Array.fromAsync(backend.list(tenant));
    expect(stored.find(({ documentId }) => documentId === 'd3.md')).toMatchObject({
      state: 'failed',
      failure: { code: 'UNAVAILABLE', reason: 'Cloud Storage failed.' },
      tries: 1,
    });
    expect(await run()).toMatchObject({ added: 0, updated: 1, failed: [] });
    expect(await active()).toContain('d3.md');
  });

  it('takes the tenants of either side', async () => {
    await run();
    const other = `${tenant}-other`;
    storage.put(`docs/${other}/x.md`, '# X\n\nx\n');
    for (let i = 0; i < 10; i++) storage.remove(`docs/${tenant}/d${i}.md`);
    const reports = await reconcile({ ...RECONCILE, bucket, backend, dryRun: true, log: quiet });
    expect(reports.find((report) => report.tenant === tenant)).toMatchObject({ withheld: 10 });
    expect(reports.find((report) => report.tenant === other)).toMatchObject({ added: 1 });
  });
});
