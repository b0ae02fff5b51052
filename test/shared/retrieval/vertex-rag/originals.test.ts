import { beforeAll, describe, expect, it } from 'vitest';
import { makeCaller } from '../../../../shared/caller.ts';
import type { RetrievalBackend } from '../../../../shared/retrieval/backend.ts';
import { managedSuite, never } from '../../../support/managed-suite.ts';

const ODD = [
  'a#1.md',
  'a*b.md',
  'what?.md',
  '[draft] x.md',
  'two\nlines.md',
  'tab\there.md',
  'percent%2Fslash.md',
  'quote\'"`.md',
  'Größe – 部署 👩‍👧.md',
  'gs:/x.md',
  'deep/folder/of/it.md',
  '..md',
  'no-ending',
  `${'部'.repeat(331)}.md`,
  `${'x'.repeat(1_000)}.md`,
];

describe('documents imported as they are', () => {
  const suite = managedSuite({}, { env: { RAG_IMPORT: 'original' } });
  const { newTenant, upload, put, candidates, list, files } = suite;
  let parsing: RetrievalBackend;
  beforeAll(async () => {
    parsing = await suite.open({ env: { RAG_IMPORT: 'parsed' } });
  });

  it('hands over the very bytes, with their type, under the name of the file', async () => {
    const tenant = newTenant();
    const body = '---\nproduct: pump\n---\n# Title of its own\n\nThe lemur.\n';
    expect(await put(tenant, 'guides/pump guide.md', body)).toMatchObject({ outcome: 'indexed', chunks: 1 });
    const [file] = files(tenant);
    const object = suite.storage.object(file?.uri.replace('gs://', '') ?? '');
    expect(object?.bytes.toString()).toBe(body);
    expect(object?.contentType).toMatch(/markdown/);
    expect(file?.uri).toMatch(/\/pump_guide\.md$/);
    expect((await candidates(tenant, 'lemur')).map(({ hit }) => [hit?.source.title, hit?.section, hit?.documentId])).toEqual([
      ['pump guide.md', 'pump guide.md', 'guides/pump guide.md'],
    ]);
    expect(await list(tenant)).toMatchObject([{ title: 'pump guide.md', mediaType: 'text/markdown', language: '', state: 'active' }]);
  });

  it('says on which pages a passage stands', async () => {
    const tenant = newTenant();
    const words = (page: number) => Array.from({ length: 300 }, (_, i) => `lemur${page}word${i}`).join(' ');
    await put(tenant, 'report.txt', [1, 2, 3].map(words).join('\f'));
    const found = await candidates(tenant, 'lemur');
    const spans = files(tenant).flatMap(({ chunks }) => chunks.map(({ pages }) => pages));
    const sections = spans.map((pages) => {
      if (!pages) return 'report.txt';
      return pages.firstPage === pages.lastPage
        ? `report.txt, p. ${pages.firstPage}`
        : `report.txt, pp. ${pages.firstPage}–${pages.lastPage}`;
    });
    expect(found.map(({ hit }) => hit?.section).sort()).toEqual([...sections].sort());
    expect(sections.some((section) => /, pp\. \d–\d$/.test(section))).toBe(true);
    expect(sections.some((section) => /, p\. \d$/.test(section))).toBe(true);
  });

  it.each([
    ['nothing in it', '', 'EMPTY_DOCUMENT'],
    ['too much in it', 'x'.repeat(2_001), 'TOO_LARGE'],
  ])('refuses a file with %s', async (_, body, code) => {
    const small = await suite.open({ maxBytes: 2_000 });
    const tenant = newTenant();
    expect(await small.put(await upload(tenant, 'a.md', body), never)).toMatchObject({ outcome: 'failed', code });
  });

  it('reports what the service has no parser for', async () => {
    const tenant = newTenant();
    expect(await put(tenant, 'a.exe', Buffer.from([0, 1, 2, 3]))).toMatchObject({ outcome: 'failed', code: 'IMPORT_FAILED' });
  });

  it('is another make than parsed text, so that a change of mode indexes all again', () => {
    expect(suite.backend.make).not.toBe(parsing.make);
  });

  it.each(['original', 'parsed'] as const)('takes whatever an object may be called: %s', async (mode) => {
    const tenant = newTenant();
    const backend = mode === 'original' ? suite.backend : parsing;
    const documents = await Promise.all(ODD.map((name, i) => upload(tenant, name, `# Doc ${i}\n\nThe lemur number ${i}.\n`)));
    const reports = await Promise.all(documents.map((document) => backend.put(document, never)));
    expect(reports.map(({ outcome, reason }) => [outcome, reason])).toEqual(ODD.map(() => ['indexed', undefined]));
    for (const { uri } of files(tenant)) expect(uri).toMatch(/^gs:\/\/index\/[\w./-]+$/);
    const found = await candidates(tenant, 'lemur', { by: backend, limit: 50 });
    expect(found.map(({ hit }) => hit?.documentId).sort()).toEqual([...ODD].sort());
    const ids = found.map(({ id }) => id);
    const opened = await backend.passages(makeCaller(tenant, [], 'me'), ids, never);
    expect(opened.map(({ id }) => id)).toEqual(ids);
    expect((await list(tenant, backend)).map(({ documentId, complete }) => [documentId, complete])).toEqual(
      [...ODD].sort().map((name) => [name, true]),
    );
    for (const { tenant: owner, documentId, generation } of documents) await backend.remove(owner, documentId, generation);
    expect(files(tenant)).toEqual([]);
  });
});
