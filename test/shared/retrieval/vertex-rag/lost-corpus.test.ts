import { describe, expect, it } from 'vitest';
import { reconcile } from '../../../../functions/reconcile/reconcile.ts';
import { makeCaller } from '../../../../shared/caller.ts';
import type { RetrievalBackend } from '../../../../shared/retrieval/backend.ts';
import { managedSuite, never, settled } from '../../../support/managed-suite.ts';
import { RECONCILE } from '../../../support/reconciling.ts';

describe('a corpus that is deleted behind our back', () => {
  const suite = managedSuite();
  const { newTenant, put, search, candidates, list, corpora, files } = suite;
  const run = async (tenant: string, backend: RetrievalBackend = suite.backend) =>
    (await reconcile({ ...RECONCILE, bucket: suite.bucket, backend, tenant, log: suite.log }))[0];
  const lose = (tenant: string) => {
    for (const { id } of corpora(tenant)) suite.rag.deleteCorpus(id);
  };
  const putThree = async (tenant: string) => {
    for (const name of ['a', 'b', 'c']) await put(tenant, `${name}.md`, `# ${name}\n\nThe numbat ${name}.\n`);
  };

  it('is told by each search, lists everything as incomplete, and reconcile imports all of it again', async () => {
    const tenant = newTenant();
    await putThree(tenant);
    await put(tenant, 'gone.md', '# Gone\n\nThe numbat that was deleted.\n');
    suite.storage.remove(`documents/${tenant}/gone.md`);
    await suite.backend.remove(tenant, 'gone.md', 10n ** 18n);
    lose(tenant);
    for (let i = 0; i < 2; i++) {
      expect(await settled(candidates(tenant, 'numbat'))).toMatchObject({
        name: 'Refused',
        message: expect.stringMatching(/no longer has the corpus of this tenant .*npm run reconcile imports everything again/),
      });
    }
    expect((await list(tenant)).map(({ documentId, state, complete }) => [documentId, state, complete])).toEqual([
      ['a.md', 'active', false],
      ['b.md', 'active', false],
      ['c.md', 'active', false],
      ['gone.md', 'deleted', false],
    ]);
    expect(await suite.backend.maintain(never, tenant)).toEqual([]);
    expect(await run(tenant)).toMatchObject({ added: 0, updated: 3, removed: 0, withheld: 0, failed: [] });
    expect([...(await search(tenant, 'numbat'))].sort()).toEqual(['a.md', 'b.md', 'c.md']);
    expect(await list(tenant)).toMatchObject([{ complete: true }, { complete: true }, { complete: true }, { state: 'deleted' }]);
    expect(corpora(tenant)).toHaveLength(1);
    expect(await run(tenant)).toMatchObject({ added: 0, updated: 0 });
  });

  it('is made again once by whatever is put, however much of it at once', async () => {
    const tenant = newTenant();
    await putThree(tenant);
    lose(tenant);
    const documents = await Promise.all(
      Array.from({ length: 6 }, (_, i) => suite.upload(tenant, `n${i}.md`, `# N${i}\n\nThe numbat n${i}.\n`)),
    );
    for (const report of await Promise.all(documents.map((document) => suite.backend.put(document, never))))
      expect(report.outcome).toBe('indexed');
    expect(corpora(tenant)).toHaveLength(1);
    expect(await search(tenant, 'numbat')).toHaveLength(6);
    // An event of what was there before makes it whole as well.
    expect(await suite.backend.put(await suite.live(tenant, 'a.md'), never)).toMatchObject({ outcome: 'indexed' });
    expect((await list(tenant)).filter(({ complete }) => complete)).toHaveLength(7);
  });

  it('made again by another instance, is found by this one at once: searched, opened, listed, maintained', async () => {
    const tenant = newTenant();
    await putThree(tenant);
    const caller = makeCaller(tenant, [], 'me');
    const other = await suite.open();
    expect(await search(tenant, 'numbat', { by: other })).toHaveLength(3);
    for (const task of ['search', 'passages', 'list', 'maintain'] as const) {
      lose(tenant);
      await run(tenant);
      const [found] = await candidates(tenant, 'numbat');
      if (task === 'passages') expect(await other.passages(caller, [found?.id ?? ''], never)).toHaveLength(1);
      if (task === 'list') expect((await list(tenant, other)).every(({ complete }) => complete)).toBe(true);
      if (task === 'maintain') expect(await other.maintain(never, tenant)).toEqual([]);
      expect(await search(tenant, 'numbat', { by: other })).toHaveLength(3);
    }
    expect(files(tenant)).toHaveLength(3);
  });

  it('dropped by another instance, is nothing', async () => {
    const tenant = newTenant();
    await putThree(tenant);
    const other = await suite.open();
    expect(await search(tenant, 'numbat', { by: other })).toHaveLength(3);
    await suite.backend.drop(tenant);
    expect(await search(tenant, 'numbat', { by: other })).toEqual([]);
    expect(await list(tenant, other)).toEqual([]);
  });

  it('is not taken for lost because an import did not find something', async () => {
    const tenant = newTenant();
    await putThree(tenant);
    suite.rag.script('importRagFiles', { code: 5 });
    expect(await settled(put(tenant, 'd.md', '# d\n\nThe numbat d.\n'))).toMatchObject({ name: 'Unavailable' });
    expect(corpora(tenant)).toHaveLength(1);
    expect(await search(tenant, 'numbat')).toHaveLength(3);
    expect(await list(tenant)).toMatchObject([{}, {}, {}, { documentId: 'd.md', state: 'failed', tries: 1 }]);
  });

  it.each(['retrieveContexts', 'importRagFiles', 'createRagCorpus'] as const)(
    'never makes an event look done: what %s does not find is to be delivered again',
    async (method) => {
      const tenant = newTenant();
      suite.rag.always(method, { code: 5 });
      expect(await settled(put(tenant, 'a.md', '# A\n\nThe numbat.\n'))).toMatchObject({ name: 'Unavailable' });
      suite.rag.always(method, undefined);
      expect(await suite.backend.put(await suite.live(tenant, 'a.md'), never)).toMatchObject({ outcome: 'indexed' });
      expect(await search(tenant, 'numbat')).toEqual(['a.md']);
    },
  );
});

describe('a corpus whose pointer is written, and the answer lost', () => {
  const suite = managedSuite();
  const { newTenant, put, search, corpora } = suite;

  it.each(['a first one', 'one in the place of another'])('is not deleted when the write is tried again: %s', async (which) => {
    const tenant = newTenant();
    if (which !== 'a first one') {
      await put(tenant, 'b.md', '# B\n\nThe numbat b.\n');
      for (const { id } of corpora(tenant)) suite.rag.deleteCorpus(id);
    }
    suite.storage.loseReply(/corpus\.json$/);
    const before = suite.rag.calls('createRagCorpus');
    expect(await put(tenant, 'a.md', '# A\n\nThe numbat a.\n')).toMatchObject({ outcome: 'indexed' });
    expect(suite.rag.calls('createRagCorpus') - before).toBe(1);
    expect(corpora(tenant)).toHaveLength(1);
    for (const by of [suite.backend, await suite.open()]) expect(await search(tenant, 'numbat', { by })).toEqual(['a.md']);
  });
});

describe('an index bucket that is not there', () => {
  const suite = managedSuite();

  it('refuses what is put, by the setting that is wrong, for the event not to be lost', async () => {
    const tenant = suite.newTenant();
    const document = await suite.upload(tenant, 'a.md', '# A\n\nThe numbat.\n');
    // The record, the object, and the text that is to be staged.
    suite.storage.script(404, 0, 404);
    expect(await settled(suite.backend.put(document, never))).toMatchObject({
      name: 'Refused',
      message: expect.stringMatching(/RAG_INDEX_BUCKET/),
    });
  });
});
