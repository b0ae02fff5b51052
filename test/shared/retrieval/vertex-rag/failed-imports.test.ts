import { describe, expect, it } from 'vitest';
import { asText } from '../../../../functions/documents/report.ts';
import { retryDocuments } from '../../../../functions/documents/retry.ts';
import { Unavailable } from '../../../../shared/errors.ts';
import type { ResultRow } from '../../../fakes/rag/import-result.ts';
import { managedSuite, never, settled } from '../../../support/managed-suite.ts';

const CORRUPT = 'the file is corrupt';

describe('an import that fails half of its files', () => {
  const suite = managedSuite();
  const { newTenant, upload, search, list, files } = suite;
  const isOdd = (uri: string) => /-odd\b/.test(uri);

  /** Ten documents at once, of which the service can not import five. */
  const putTen = async (tenant: string) => {
    const documents = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        upload(tenant, `d${i}.md`, `# Doc ${i}\n\nThe quokka number${i} ${i % 2 ? 'is-odd' : 'is even'}.\n`),
      ),
    );
    suite.rag.failFiles((uri) => (isOdd(suite.storage.object(uri.replace('gs://', ''))?.bytes.toString() ?? '') ? CORRUPT : undefined));
    return Promise.all(documents.map((document) => settled(suite.backend.put(document, never))));
  };
  const even = ['d0.md', 'd2.md', 'd4.md', 'd6.md', 'd8.md'];

  it.each<[string, ((row: ResultRow) => object) | undefined]>([
    ['as the fake lays it out', undefined],
    [
      'with a status of its own',
      ({ uri, file, reason }) => ({ source: { gcs: uri }, ragFile: { name: file }, status: reason ? { code: 3, message: reason } : {} }),
    ],
    [
      'with a code by its name',
      ({ uri, file, reason }) => ({ uri, file, ...(reason ? { error: { code: 'INVALID_ARGUMENT', message: reason } } : {}) }),
    ],
    [
      'with a reason alone',
      ({ uri, file, reason }) => ({ path: uri, ...(file ? { name: file } : {}), ...(reason ? { errorReason: reason } : {}) }),
    ],
    ['with the failed alone', ({ uri, reason }) => (reason ? { uri, state: 'FAILED', errorMessage: reason } : {})],
  ])('records those as failed with their reason, and finds the others: a result %s', async (_, resultRow) => {
    const tenant = newTenant();
    if (resultRow) suite.rag.configure({ resultRow });
    const outcomes = await putTen(tenant);
    expect(outcomes).toEqual(
      outcomes.map((_, i) =>
        i % 2
          ? expect.objectContaining({ outcome: 'failed', code: 'IMPORT_FAILED', reason: expect.stringContaining(CORRUPT) })
          : expect.objectContaining({ outcome: 'indexed', chunks: 1 }),
      ),
    );
    expect([...(await search(tenant, 'quokka'))].sort()).toEqual(even);
    const stored = await list(tenant);
    expect(stored.map(({ state, complete }) => [state, complete])).toEqual(
      stored.map((_, i) => (i % 2 ? ['failed', false] : ['active', true])),
    );
    expect(asText(stored[1] ?? expect.fail('nothing is listed'))).toMatch(
      /^failed +0 passages {2}tenant-\d+\/d1\.md .*\n +IMPORT_FAILED: .*the file is corrupt \(tried 1 time\)$/,
    );
    expect(files(tenant)).toHaveLength(5);
  });

  it.each([
    ['that says nothing', () => ({})],
    ['of another language', ({ status }: ResultRow) => ({ zustand: status })],
  ])('goes by the files that are there where a result is one %s, listing them once for all', async (_, resultRow) => {
    const tenant = newTenant();
    suite.rag.configure({ resultRow });
    const before = { lists: suite.rag.calls('listRagFiles'), imports: suite.rag.calls('importRagFiles') };
    const outcomes = await putTen(tenant);
    const imports = suite.rag.calls('importRagFiles') - before.imports;
    expect(suite.rag.calls('listRagFiles') - before.lists).toBe(imports);
    expect(imports).toBeLessThanOrEqual(4);
    expect(outcomes.map((outcome) => 'outcome' in outcome && outcome.outcome)).toEqual(
      outcomes.map((_, i) => (i % 2 ? 'failed' : 'indexed')),
    );
    expect([...(await search(tenant, 'quokka'))].sort()).toEqual(even);
  });

  it('goes by the files that are there where no result was written, or in a folder', async () => {
    const [absent, folder] = [newTenant(), newTenant()];
    suite.rag.configure({ writeObject: () => {} });
    const outcomes = await putTen(absent);
    expect(outcomes.filter((outcome) => 'outcome' in outcome && outcome.outcome === 'indexed')).toHaveLength(5);
    expect(outcomes[1]).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(/gives no reason/) });
    suite.rag.configure({ writeObject: (uri, text) => void suite.storage.put(`${uri.replace('gs://', '')}/part-0.ndjson`, text) });
    expect((await putTen(folder))[1]).toMatchObject({ outcome: 'failed', reason: expect.stringContaining(CORRUPT) });
    expect(await suite.staged(folder, 'imports')).toEqual([]);
    suite.rag.configure({ writeObject: (uri, text) => void suite.storage.put(uri.replace('gs://', ''), text) });
  });

  it.each([
    [14, true],
    [8, true],
    [429, true],
    [503, true],
    [3, false],
    [7, false],
    [404, false],
  ])('takes status %i for passing: %s', async (code, isPassing) => {
    const tenant = newTenant();
    suite.rag.failFiles(() => 'as it is');
    suite.rag.configure({ resultRow: ({ uri, reason }) => ({ uri, error: { code, message: reason } }) });
    const document = await upload(tenant, 'a.md', '# A\n\nAardvark.\n');
    const outcome = await settled(suite.backend.put(document, never));
    if (isPassing) expect(outcome).toBeInstanceOf(Unavailable);
    else expect(outcome).toMatchObject({ outcome: 'failed', code: 'IMPORT_FAILED' });
    expect(await list(tenant)).toMatchObject([
      {
        state: 'failed',
        tries: 1,
        failure: { code: isPassing ? 'UNAVAILABLE' : 'IMPORT_FAILED', reason: expect.stringContaining('as it is') },
      },
    ]);
    // What passes is tried again by itself, what does not only when asked to.
    suite.rag.failFiles(() => undefined);
    expect(await suite.backend.put(document, never)).toMatchObject({ outcome: isPassing ? 'indexed' : 'unchanged' });
  });

  it('indexes them with --retry once they can be imported, and no event does before', async () => {
    const tenant = newTenant();
    await putTen(tenant);
    expect(await suite.backend.put(await suite.live(tenant, 'd1.md'), never)).toMatchObject({ outcome: 'unchanged' });
    suite.rag.failFiles(() => undefined);
    const { bucket, backend, log } = suite;
    const report = await retryDocuments('all', [tenant], { bucket, backend, log, signal: never, waits: [] });
    expect(report).toMatchObject({ outcomes: { indexed: 5, failed: 0 }, removed: 0 });
    expect(await list(tenant)).toEqual(
      Array.from({ length: 10 }, () => expect.objectContaining({ state: 'active', complete: true, tries: 0 })),
    );
    expect(files(tenant)).toHaveLength(10);
  });

  it('takes the older version away, with its file', async () => {
    const tenant = newTenant();
    await suite.put(tenant, 'a.md', '# A\n\nAardvark one.\n');
    suite.rag.failFiles(() => CORRUPT);
    expect(await suite.put(tenant, 'a.md', '# A\n\nAardvark two.\n')).toMatchObject({ outcome: 'failed' });
    expect(await search(tenant, 'aardvark')).toEqual([]);
    expect(files(tenant)).toEqual([]);
  });

  it('keeps nothing of a document in several files of which one failed', async () => {
    const tenant = newTenant();
    const long = Array.from({ length: 90 }, (_, i) => `## Part ${i}\n\n${`Sentence ${i} of a long story. `.repeat(40)}\n`).join('\n');
    let seen = 0;
    suite.rag.failFiles(() => (seen++ === 1 ? CORRUPT : undefined));
    expect(await suite.put(tenant, 'long.md', `# Long\n\n${long}`)).toMatchObject({ outcome: 'failed', code: 'IMPORT_FAILED' });
    expect(seen).toBeGreaterThan(2);
    expect(files(tenant)).toEqual([]);
  });
});
