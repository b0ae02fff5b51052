import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BackfillOptions, backfill } from '../../functions/backfill/backfill.ts';
import { lagText } from '../../functions/sync/lag.ts';
import { summary } from '../../functions/sync/summary.ts';
import { makeCaller } from '../../shared/caller.ts';
import { createGcsBucket } from '../../shared/documents/source/gcs.ts';
import { createStorage } from '../../shared/documents/source/storage.ts';
import { Refused, Unavailable } from '../../shared/errors.ts';
import { createLog } from '../../shared/log.ts';
import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { type CountingEmbedder, countingEmbedder } from '../fakes/embedder.ts';
import { type FakeStorage, startFakeStorage } from '../fakes/storage.ts';
import { embeddedBackend, quiet } from '../support/stores.ts';

const never = new AbortController().signal;

describe('backfill', () => {
  let storage: FakeStorage;
  let backend: RetrievalBackend;
  let embedder: CountingEmbedder;
  let tests = 0;
  let acme = '';
  let globex = '';
  let before = 0;
  beforeAll(async () => {
    embedder = countingEmbedder();
    ({ backend } = await embeddedBackend(embedder));
  });
  afterAll(() => backend.close());
  beforeEach(async () => {
    storage = await startFakeStorage();
    // Tenants of their own, for the database is shared by the tests.
    [acme, globex] = [`acme-${++tests}`, `globex-${tests}`];
    for (let i = 0; i < 12; i++) storage.put(`docs/${acme}/d${i}.md`, `# Doc ${i}\n\nText of document ${i}.\n`);
    storage.put(`docs/${globex}/x.md`, '# X\n\nTheirs.\n');
    before = embedder.embedded.length;
  });
  afterEach(() => storage.close());
  const embedded = () => embedder.embedded.length - before;
  const run = (more: Partial<BackfillOptions> = {}) =>
    backfill({
      bucket: createGcsBucket('docs', { storage: createStorage(storage.url), waits: [] }),
      backend,
      concurrency: 4,
      signal: never,
      log: quiet,
      onProgress: () => {},
      ...more,
    });

  it('indexes the bucket of every tenant, and the second time reads and embeds nothing', async () => {
    expect(await run()).toMatchObject({ outcomes: { indexed: 13, unchanged: 0 }, embedded: 13, failed: [], stopped: false });
    const requests = storage.requests();
    expect(await run()).toMatchObject({ outcomes: { indexed: 0, unchanged: 13 }, embedded: 0 });
    expect(embedded()).toBe(13);
    // The tenants, and a listing of each: no object was read again.
    expect(storage.requests() - requests).toBe(1 + 2);
  });

  it('takes what is new, changed or described otherwise', async () => {
    await run();
    storage.put(`docs/${acme}/d0.md`, '# Doc 0\n\nAnother text.\n');
    storage.put(`docs/${acme}/new.md`, '# New\n\nNew text.\n');
    storage.describe(`docs/${acme}/d1.md`, { acl: 'hr' });
    expect(await run()).toMatchObject({ outcomes: { indexed: 2, described: 1, unchanged: 11 }, embedded: 2 });
    expect(await backend.passages(makeCaller(acme, [], 'me'), ['d1.md:0'], never)).toEqual([]);
  });

  it('keeps to one tenant when told', async () => {
    expect(await run({ tenant: globex })).toMatchObject({ outcomes: { indexed: 1 } });
    expect(await Array.fromAsync(backend.list(acme))).toEqual([]);
  });

  it('goes on after a document that fails, and reports it every time', async () => {
    storage.put(`docs/${acme}/a-noise.bin`, Buffer.from([0, 1, 2]));
    for (const indexed of [13, 0]) {
      const report = await run();
      expect(report).toMatchObject({
        outcomes: { indexed, failed: 1 },
        failed: [{ document: `${acme}/a-noise.bin`, reason: expect.stringMatching(/not supported/) }],
      });
      expect(summary(report, 1_000)).toMatch(/failed for good +1\n[\s\S]*acme-\d+\/a-noise\.bin: Files of type/);
    }
  });

  it('does not ask again where somebody has to look first, and counts that for the alert', async () => {
    const lines: string[] = [];
    const puts: string[] = [];
    const refusing: RetrievalBackend = {
      ...backend,
      put: async ({ documentId }) => {
        puts.push(documentId);
        throw new Refused('It needs a role.');
      },
    };
    const log = createLog('ERROR', (line) => lines.push(line));
    expect(await run({ tenant: globex, backend: refusing, log })).toMatchObject({ outcomes: { error: 1 } });
    expect(puts).toEqual(['x.md']);
    expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ alert: 'refused', object: `${globex}/x.md` })]);
  });

  it('counts a document that can not be read now as failed for now', async () => {
    const broken: RetrievalBackend = {
      ...backend,
      put: async (document, signal) =>
        document.documentId === 'd3.md' ? Promise.reject(new Error('boom')) : backend.put(document, signal),
    };
    expect(await run({ backend: broken })).toMatchObject({
      outcomes: { indexed: 12, error: 1 },
      failed: [{ document: `${acme}/d3.md`, reason: 'boom' }],
    });
    expect(await run()).toMatchObject({ outcomes: { indexed: 1, unchanged: 12 } });
  });

  it('can be stopped and run again', async () => {
    const stop = new AbortController();
    const report = await run({
      signal: stop.signal,
      concurrency: 1,
      onProgress: ({ done }) => done === 5 && stop.abort(new Error('Ctrl-C')),
    });
    expect(report.stopped).toBe(true);
    expect(summary(report, 1_000)).toMatch(/Run it again to go on/);
    const done = embedded();
    expect(await run()).toMatchObject({ stopped: false, outcomes: { unchanged: done } });
    expect(embedded()).toBe(13);
  });

  it('counts progress from what is there already', async () => {
    await run();
    storage.put(`docs/${acme}/new.md`, '# New\n\nNew text.\n');
    const seen: string[] = [];
    await run({ onProgress: ({ done, total }) => seen.push(`${done}/${total}`) });
    expect(seen).toEqual(['13/14', '14/14']);
  });

  it('shares the bucket between the tasks of a job: each object is the work of one', async () => {
    const indexed: number[] = [];
    for (const index of [0, 1, 2]) {
      const { outcomes, failed } = await run({ share: { index, count: 3 } });
      expect(failed).toEqual([]);
      indexed.push(outcomes.indexed);
    }
    expect(indexed.reduce((sum, count) => sum + count)).toBe(13);
    expect(Math.min(...indexed)).toBeGreaterThan(0);
    expect(await run()).toMatchObject({ outcomes: { indexed: 0, unchanged: 13 } });
  });

  it('says how long objects took to become searchable', async () => {
    const { lagsMs } = await run();
    expect(lagsMs).toHaveLength(13);
    expect(summary(await run(), 0)).not.toMatch(/lag/);
    expect(lagText({ p50: 500, p95: 90_000, max: 3 * 86_400_000 })).toBe('p50 0.5 s, p95 1.5 min, max 3.0 d');
  });

  it('tries again what the moment was bad for', async () => {
    let failures = 2;
    const flaky: RetrievalBackend = {
      ...backend,
      put: async (document, signal) => {
        if (document.documentId === 'd3.md' && failures-- > 0) throw new Unavailable('The database is too busy.');
        return backend.put(document, signal);
      },
    };
    expect(await run({ backend: flaky, waits: [0, 0] })).toMatchObject({ outcomes: { indexed: 13, error: 0 } });
  });

  it('says so when there is nothing', async () => {
    expect(summary(await run({ tenant: 'nobody' }), 0)).toMatch(/There are no documents/);
  });
});
