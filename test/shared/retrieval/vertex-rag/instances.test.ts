import { beforeAll, describe, expect, it } from 'vitest';
import type { RetrievalBackend } from '../../../../shared/retrieval/backend.ts';
import { managedSuite, never } from '../../../support/managed-suite.ts';

describe('two instances over the same services', () => {
  const suite = managedSuite({}, { orphanAgeMs: -2_000 });
  const { newTenant, put, upload, search, candidates, list, files, corpora, staged } = suite;
  let other: RetrievalBackend;
  beforeAll(async () => {
    other = await suite.open();
  });
  const texts = async (tenant: string) =>
    (await candidates(tenant, 'tapir')).flatMap(({ hit }) => (hit?.text.includes('tapir') ? [hit.text] : []));

  it('make the first corpus of a tenant at once, and one of them survives', async () => {
    const tenant = newTenant();
    const [a, b] = [await upload(tenant, 'a.md', '# A\n\nThe tapir a.\n'), await upload(tenant, 'b.md', '# B\n\nThe tapir b.\n')];
    suite.rag.operations.always('createRagCorpus', { ms: 100 });
    const reports = await Promise.all([suite.backend.put(a, never), other.put(b, never)]);
    expect(reports).toMatchObject([{ outcome: 'indexed' }, { outcome: 'indexed' }]);
    expect(corpora(tenant)).toHaveLength(1);
    for (const by of [suite.backend, other]) expect([...(await search(tenant, 'tapir', { by }))].sort()).toEqual(['a.md', 'b.md']);
  });

  it.each([
    ['the older one is slow', 100, 0],
    ['the newer one is slow', 0, 100],
    ['both are', 50, 50],
  ])('put two versions of a document at once, and the newer one wins: %s', async (_, slow, slower) => {
    const tenant = newTenant();
    await put(tenant, 'other.md', '# Other\n\nNothing.\n');
    const first = await upload(tenant, 'a.md', '# A\n\nThe tapir one.\n');
    const bytes = await first.read(never, 1_000);
    // The bucket no longer has it, but it was read before.
    const old = { ...first, read: async () => bytes };
    const second = await upload(tenant, 'a.md', '# A\n\nThe tapir two.\n');
    suite.rag.operations.script('importRagFiles', { ms: slow }, { ms: slower });
    await Promise.all([suite.backend.put(old, never), other.put(second, never)]);
    expect(await texts(tenant)).toEqual([expect.stringContaining('tapir two')]);
    expect(await suite.backend.put(old, never)).toMatchObject({ outcome: 'stale' });
    await suite.backend.maintain(never, tenant);
    expect(files(tenant)).toHaveLength(2);
    expect(await staged(tenant)).toHaveLength(2);
    expect((await list(tenant)).filter(({ complete }) => complete)).toHaveLength(2);
  });

  it('lose nothing of a version that one is importing to the other, whose older one just failed in part', async () => {
    const tenant = newTenant();
    const long = Array.from({ length: 90 }, (_, i) => `## Part ${i}\n\n${`Sentence ${i} of the tapir. `.repeat(40)}\n`).join('\n');
    const first = await upload(tenant, 'a.md', `# A\n\n${long}`);
    suite.rag.failFiles((uri) => (uri.includes(`/${first.generation}-`) && uri.endsWith('/2.md') ? 'corrupt' : undefined));
    suite.rag.operations.script('importRagFiles', { ms: 1_000 }, { never: true });
    const failing = suite.backend.put(first, never);
    await expect.poll(() => suite.rag.operations.pending('importRagFiles').length, { timeout: 5_000 }).toBe(1);
    const second = await upload(tenant, 'a.md', '# A\n\nThe tapir two.\n');
    const importing = other.put(second, never);
    await expect.poll(() => suite.rag.operations.pending('importRagFiles').length, { timeout: 5_000 }).toBe(2);
    expect(await failing).toMatchObject({ outcome: 'failed' });
    await suite.rag.operations.finish();
    expect(await importing).toMatchObject({ outcome: 'indexed' });
    // Of the one that failed nothing lies about, though no record knew the document while it was swept.
    expect(await staged(tenant)).toEqual([expect.stringContaining(`/${second.generation}-`)]);
    expect(files(tenant)).toHaveLength(1);
  });

  it('get the same event at once, and leave one file', async () => {
    const tenant = newTenant();
    const document = await upload(tenant, 'a.md', '# A\n\nThe tapir.\n');
    await Promise.all([suite.backend, other, suite.backend, other].map((backend) => backend.put(document, never)));
    await other.maintain(never, tenant);
    expect(files(tenant)).toHaveLength(1);
    expect(await texts(tenant)).toHaveLength(1);
    expect(await list(tenant)).toMatchObject([{ state: 'active', complete: true }]);
  });

  it('remove in one what the other is just indexing, and it stays removed', async () => {
    const tenant = newTenant();
    const document = await upload(tenant, 'a.md', '# A\n\nThe tapir.\n');
    suite.rag.operations.script('importRagFiles', { ms: 200 });
    const putting = suite.backend.put(document, never);
    await expect.poll(() => suite.rag.operations.pending('importRagFiles').length, { timeout: 5_000 }).toBe(1);
    suite.storage.remove(`documents/${tenant}/a.md`);
    await other.remove(tenant, 'a.md', document.generation);
    expect(await putting).toMatchObject({ outcome: 'stale' });
    expect(await texts(tenant)).toEqual([]);
    expect(await list(tenant)).toMatchObject([{ state: 'deleted' }]);
    expect(files(tenant)).toEqual([]);
    await other.maintain(never, tenant);
    expect(await staged(tenant)).toEqual([]);
  });

  it('write the record of a document at once, and neither is lost', async () => {
    const tenant = newTenant();
    await put(tenant, 'a.md', '# A\n\nThe tapir.\n');
    for (let i = 0; i < 8; i++) suite.storage.describe(`documents/${tenant}/a.md`, { acl: `g${i}` });
    const live = await suite.live(tenant, 'a.md');
    const versions = Array.from({ length: 8 }, (_, i) => ({ ...live, metageneration: BigInt(i + 2), acl: [`g${i}`] }));
    await Promise.all(versions.map((version, i) => (i % 2 ? other : suite.backend).put(version, never)));
    expect(await list(tenant)).toMatchObject([{ metageneration: 9n, complete: true }]);
    expect(await search(tenant, 'tapir', { groups: ['g7'] })).toEqual(['a.md']);
    expect(await search(tenant, 'tapir', { groups: ['g6'] })).toEqual([]);
  });
});
