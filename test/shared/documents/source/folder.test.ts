import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bucket } from '../../../../shared/documents/source/bucket.ts';
import { createFolderBucket } from '../../../../shared/documents/source/folder.ts';

const never = new AbortController().signal;

describe('a folder as a bucket', () => {
  let root: string;
  let bucket: Bucket;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'groundwire-folder-'));
    bucket = createFolderBucket(root);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const write = (name: string, body: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), body);
  };
  const list = (tenant = 'acme') => Array.fromAsync(bucket.list(tenant, never));
  const event = (name: string) => bucket.document({ name, generation: 1n, metageneration: 1n });

  it('lists documents in order, without sidecars and hidden files', async () => {
    for (const name of [
      'acme/b.md',
      'acme/a/c.txt',
      'acme/a/c.txt.metadata.json',
      'acme/.DS_Store',
      'acme/.git/config',
      'globex/x.md',
      'Not A Tenant/x.md',
      'loose.md',
    ])
      write(name, '{}');
    expect((await list()).map(({ documentId }) => documentId)).toEqual(['a/c.txt', 'b.md']);
    expect(await Array.fromAsync(bucket.tenants(never))).toEqual(['acme', 'globex']);
    expect(await list('initech')).toEqual([]);
  });

  it('takes the time of change in microseconds as the generation', async () => {
    write('acme/a.md', 'x');
    utimesSync(join(root, 'acme/a.md'), new Date(), new Date('2026-01-02T03:04:05Z'));
    expect(await list()).toMatchObject([
      { generation: BigInt(Date.UTC(2026, 0, 2, 3, 4, 5)) * 1_000n, metageneration: 1n, size: 1, acl: ['*'] },
    ]);
  });

  it('reads access and metadata from the sidecar, and its time of change as the metageneration', async () => {
    write('acme/a.md', 'x');
    write('acme/a.md.metadata.json', '{"acl":"hr, finance","locale":"en"}');
    utimesSync(join(root, 'acme/a.md.metadata.json'), new Date(), new Date(5));
    expect(await list()).toMatchObject([{ acl: ['hr', 'finance'], metadata: { locale: 'en' }, metageneration: 5_000n }]);
    expect(await event('acme/a.md')).toMatchObject({ acl: ['hr', 'finance'], generation: 1n });
  });

  it.each(['{"acl": ["hr"]}', 'not JSON', '{"acl":""}', '{"acl":" , "}', '[]'])(
    'closes a document whose sidecar is %s',
    async (sidecar) => {
      write('acme/a.md', 'x');
      write('acme/a.md.metadata.json', sidecar);
      expect((await list()).map(({ acl }) => acl)).toEqual([[]]);
    },
  );

  it('believes the event before the sidecar', async () => {
    write('acme/a.md', 'x');
    write('acme/a.md.metadata.json', '{"acl":"hr"}');
    expect(await bucket.document({ name: 'acme/a.md', generation: 1n, metageneration: 2n, metadata: { acl: 'board' } })).toMatchObject({
      acl: ['board'],
    });
  });

  it('reads nothing outside of itself', async () => {
    for (const name of ['acme/../../etc/passwd', '../acme/x', 'acme/./x', 'acme//x', 'acme', 'acme/', '/acme/x', 'ACME/x'])
      expect(await event(name)).toBeUndefined();
  });

  it('reads no more of a large file than it takes to see that it is large', async () => {
    write('acme/a.md', 'x'.repeat(1_000));
    const [document] = await list();
    expect((await document?.read(never, 10))?.byteLength).toBe(10 + 1);
    expect((await document?.read(never, 1_000))?.byteLength).toBe(1_000);
  });

  it('finds the file of a document as a listing would show it', async () => {
    write('acme/a.md', 'x');
    write('acme/a.md.metadata.json', '{"acl":"hr"}');
    expect(await bucket.find('acme', 'a.md', never)).toMatchObject({
      documentId: 'a.md',
      generation: (await list())[0]?.generation,
      acl: ['hr'],
      size: 1,
    });
    for (const nothing of ['b.md', 'a.md.metadata.json', '.hidden', '../globex/x', 'a.md/b'])
      expect(await bucket.find('acme', nothing, never)).toBeUndefined();
  });

  it('says that a file is gone', async () => {
    const document = await event('acme/never.md');
    await expect(document?.read(never, 1_000)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
