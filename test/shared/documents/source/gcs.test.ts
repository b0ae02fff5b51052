import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bucket } from '../../../../shared/documents/source/bucket.ts';
import { createGcsBucket } from '../../../../shared/documents/source/gcs.ts';
import { createStorage } from '../../../../shared/documents/source/storage.ts';
import { Refused } from '../../../../shared/errors.ts';
import { createLog, logFailure } from '../../../../shared/log.ts';
import { type FakeStorage, startFakeStorage } from '../../../fakes/storage.ts';

const never = new AbortController().signal;
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

describe('a Cloud Storage bucket, through the real client', () => {
  let fake: FakeStorage;
  let bucket: Bucket;
  beforeEach(async () => {
    fake = await startFakeStorage();
    bucket = createGcsBucket('docs', { storage: createStorage(fake.url), waits: [0.01] });
  });
  afterEach(() => fake.close());

  it('lists a tenant in pages, with everything an event would say', async () => {
    fake.pageSize(2);
    for (const name of ['a.md', 'b.md', 'c/d.md', 'e.md', 'f.md']) fake.put(`docs/acme/${name}`, name);
    fake.put('docs/acme-2/x.md', 'x');
    fake.put('docs/acme/folder/', '');
    fake.put('docs/acme/g.md', 'g', { acl: 'hr', locale: 'en' }, 'text/markdown');
    const documents = await Array.fromAsync(bucket.list('acme', never));
    expect(documents.map(({ documentId }) => documentId)).toEqual(['a.md', 'b.md', 'c/d.md', 'e.md', 'f.md', 'g.md']);
    expect(documents.at(-1)).toMatchObject({
      tenant: 'acme',
      uri: 'gs://docs/acme/g.md',
      size: 1,
      mediaType: 'text/markdown',
      acl: ['hr'],
      metadata: { locale: 'en' },
      metageneration: 1n,
    });
  });

  it('finds the tenants', async () => {
    fake.pageSize(2);
    for (const name of ['acme/a.md', 'acme/b.md', 'globex/a.md', 'Bad Name/a.md', 'loose.md']) fake.put(`docs/${name}`, 'x');
    expect(await Array.fromAsync(bucket.tenants(never))).toEqual(['acme', 'globex']);
  });

  it('reads the version that the event is about, whatever its name', async () => {
    const name = 'acme/Ümlaut & 100% (v2)/a+b.md';
    const generation = fake.put(`docs/${name}`, 'first');
    const document = await bucket.document({ name, generation, metageneration: 1n });
    expect(text(await document?.read(never, 1_000))).toBe('first');
    fake.put(`docs/${name}`, 'second');
    await expect(document?.read(never, 1_000)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('reads no more of a large object than it takes to see that it is large', async () => {
    const generation = fake.put('docs/acme/large.bin', Buffer.alloc(1_000_000, 1));
    const unknown = await bucket.document({ name: 'acme/large.bin', generation, metageneration: 1n });
    expect((await unknown?.read(never, 100))?.byteLength).toBe(100 + 1);
    const [listed] = await Array.fromAsync(bucket.list('acme', never));
    expect((await listed?.read(never, 100))?.byteLength).toBe(100 + 1);
    expect(fake.sent()).toBe(2 * (100 + 1));
    expect((await listed?.read(never, 1_000_000))?.byteLength).toBe(1_000_000);
  });

  it('does not bring back what a bucket with versions keeps of a deleted object', async () => {
    const versioned = await startFakeStorage({ versioned: true });
    try {
      const old = createGcsBucket('docs', { storage: createStorage(versioned.url), waits: [] });
      const generation = versioned.put('docs/acme/a.md', 'x');
      const document = await old.document({ name: 'acme/a.md', generation, metageneration: 1n });
      expect(text(await document?.read(never, 1_000))).toBe('x');
      versioned.remove('docs/acme/a.md');
      await expect(document?.read(never, 1_000)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    } finally {
      await versioned.close();
    }
  });

  it('finds the live object of a document, and none where there is none', async () => {
    fake.put('docs/acme/a.md', 'first');
    const generation = fake.put('docs/acme/a.md', 'second', { acl: 'hr' });
    const found = await bucket.find('acme', 'a.md', never);
    expect(found).toMatchObject({ tenant: 'acme', documentId: 'a.md', generation, acl: ['hr'] });
    expect(text(await found?.read(never, 1_000))).toBe('second');
    fake.remove('docs/acme/a.md');
    expect(await bucket.find('acme', 'a.md', never)).toBeUndefined();
    fake.script(503, 503);
    await expect(bucket.find('acme', 'a.md', never)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('says that a deleted object is gone', async () => {
    const generation = fake.put('docs/acme/a.md', 'x');
    fake.remove('docs/acme/a.md');
    const document = await bucket.document({ name: 'acme/a.md', generation, metageneration: 1n });
    await expect(document?.read(never, 1_000)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('tries again when the service fails for a moment, and says so when it goes on', async () => {
    const generation = fake.put('docs/acme/a.md', 'x');
    const document = await bucket.document({ name: 'acme/a.md', generation, metageneration: 1n });
    fake.script(503);
    // An unhandled rejection here fails the run: the client's own retries have one.
    expect(text(await document?.read(never, 1_000))).toBe('x');
    fake.script(429, 503);
    await expect(document?.read(never, 1_000)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it.each([401, 403])('takes a %i for a refusal, which is not tried again, and names the role that is missing', async (status) => {
    const before = fake.requests();
    fake.script(status);
    const lines: string[] = [];
    const error = await Array.fromAsync(bucket.list('acme', never)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Refused);
    expect(error).toMatchObject({ message: expect.stringContaining('roles/storage.objectViewer') });
    expect(fake.requests() - before).toBe(1);
    // An alert counts it.
    logFailure(
      createLog('INFO', (line) => lines.push(line)),
      'failed',
      error,
    );
    expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ severity: 'ERROR', alert: 'refused' })]);
  });
});
