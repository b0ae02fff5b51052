import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { corpusOf } from '../../golden/questions/corpus.ts';
import { uploadCorpora } from '../../golden/upload.ts';
import { createGcsBucket } from '../../shared/documents/source/gcs.ts';
import { createStorage } from '../../shared/documents/source/storage.ts';
import { type FakeStorage, startFakeStorage } from '../fakes/storage.ts';
import { documentOf } from '../support/documents.ts';

const never = new AbortController().signal;

describe('putting a corpus into a bucket', () => {
  let storage: FakeStorage;
  beforeAll(async () => {
    storage = await startFakeStorage();
    vi.stubEnv('STORAGE_EMULATOR_HOST', storage.url);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await storage.close();
  });

  it('leaves what is there, writes what is new or changed, and deletes what is not of it', async () => {
    const bucket = createGcsBucket('docs', { storage: createStorage() });
    const put = (...documents: Parameters<typeof corpusOf>[0][]) =>
      uploadCorpora(
        'acme',
        documents.map((each) => corpusOf(each, 'acme')),
        bucket,
        never,
      );
    const document = (documentId: string, generation: bigint, body: string) =>
      documentOf(body, { documentId, generation, acl: ['hr', 'it'], metadata: { locale: 'en' } });
    storage.put('docs/other/keep.md', 'keep');
    await put([document('a.md', 1n, 'one')], [document('dir/b.md', 1n, 'two')]);
    expect(storage.object('docs/acme/a.md')).toMatchObject({ metadata: { acl: 'hr,it', locale: 'en' } });
    const before = storage.object('docs/acme/a.md')?.generation;

    await put([document('a.md', 1n, 'one'), document('c.md', 1n, 'three')], [document('dir/b.md', 2n, 'two again')]);
    expect(storage.object('docs/acme/a.md')?.generation).toBe(before);
    expect(storage.object('docs/acme/dir/b.md')?.bytes.toString()).toBe('two again');
    expect(storage.object('docs/acme/c.md')).toBeDefined();

    await put([document('c.md', 1n, 'three')]);
    const left = (await Array.fromAsync(bucket.list('acme', never))).map(({ documentId }) => documentId);
    expect(left).toEqual(['c.md']);
    expect(storage.object('docs/other/keep.md')).toBeDefined();
  });
});
