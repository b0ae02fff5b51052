import { describe, expect, it } from 'vitest';
import { managedSuite, never, settled } from '../../../support/managed-suite.ts';

describe('what is imported and not retrievable', () => {
  const suite = managedSuite({}, { env: { RAG_VISIBLE_TIMEOUT_MS: '700' }, orphanAgeMs: -2_000 });
  const { newTenant, put, upload, search, list, files, staged } = suite;

  it('is not indexed: refused for now, noted with its tries, and the older version is still found', async () => {
    const tenant = newTenant();
    await put(tenant, 'a.md', '# A\n\nThe okapi one.\n');
    suite.rag.hideFiles(() => true);
    const second = await upload(tenant, 'a.md', '# A\n\nThe okapi two.\n');
    for (const tries of [1, 2]) {
      expect(await settled(suite.backend.put(second, never))).toMatchObject({
        name: 'Unavailable',
        message: expect.stringMatching(/does not find it after 1 s: it is imported but not retrievable/),
      });
      expect(await list(tenant)).toMatchObject([{ state: 'active', complete: true, tries, failure: { code: 'UNAVAILABLE' } }]);
    }
    expect((await suite.candidates(tenant, 'okapi')).map(({ hit }) => hit?.text)).toEqual([expect.stringContaining('okapi one')]);
    await suite.backend.maintain(never, tenant);
    expect(files(tenant)).toHaveLength(1);
    expect(await staged(tenant)).toHaveLength(1);
    suite.rag.hideFiles(() => false);
    expect(await suite.backend.put(second, never)).toMatchObject({ outcome: 'indexed' });
    expect(await list(tenant)).toMatchObject([{ state: 'active', tries: 0, failure: undefined }]);
    expect(files(tenant)).toHaveLength(1);
  });

  it('is listed as failed where it is the first version', async () => {
    const tenant = newTenant();
    suite.rag.hideFiles(() => true);
    expect(await settled(put(tenant, 'a.md', '# A\n\nThe okapi.\n'))).toMatchObject({ name: 'Unavailable' });
    expect(await list(tenant)).toMatchObject([
      { state: 'failed', tries: 1, failure: { reason: expect.stringMatching(/not retrievable/) } },
    ]);
    expect(files(tenant)).toEqual([]);
  });

  it('is waited for while it may still become so', async () => {
    const tenant = newTenant();
    suite.rag.configure({ visibilityMs: 300 });
    expect(await put(tenant, 'a.md', '# A\n\nThe okapi.\n')).toMatchObject({ outcome: 'indexed', chunks: 1 });
    suite.rag.configure({ visibilityMs: 0 });
    expect(await search(tenant, 'okapi')).toEqual(['a.md']);
  });

  it('is not what a search that fails says: its own reason is noted', async () => {
    const tenant = newTenant();
    suite.rag.always('retrieveContexts', { code: 8 });
    expect(await settled(put(tenant, 'a.md', '# A\n\nThe okapi.\n'))).toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringMatching(/quota/),
    });
  });

  it('is looked for without the threshold and the ranker of searches: its title need not be near to its text', async () => {
    const env = { RAG_DISTANCE_THRESHOLD: '0.0001', RAG_RANKER: 'semantic-ranker-default@latest', RAG_HYBRID_ALPHA: '0' };
    const strict = await suite.open({ env });
    const tenant = newTenant();
    const document = await upload(tenant, 'a.md', '# Handbook\n\nNothing that has to do with it.\n');
    expect(await strict.put(document, never)).toMatchObject({ outcome: 'indexed' });
    expect(await search(tenant, 'zebra', { by: strict })).toEqual([]);
    const [found] = await suite.candidates(tenant, 'handbook');
    const opened = await strict.passages({ tenant, groups: [], subject: 'me' }, [found?.id ?? ''], never);
    expect(opened.map(({ id }) => id)).toEqual([found?.id]);
  });
});
