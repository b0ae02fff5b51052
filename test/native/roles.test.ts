import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { once } from '../../functions/once.ts';
import { makeCaller } from '../../shared/caller.ts';
import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { openBackend } from '../../shared/retrieval/open.ts';
import { countingEmbedder } from '../fakes/embedder.ts';
import { databaseUsers } from '../support/database-users.ts';
import { documentOf } from '../support/documents.ts';
import { queryOf } from '../support/query.ts';
import { quiet } from '../support/stores.ts';

const never = new AbortController().signal;

/** As on Cloud SQL: the schema's owner is no superuser, and the services log in as users of their own. */
describe('a database whose owner is no superuser', () => {
  const { as, loginOf, migrateFor } = databaseUsers();
  let backend: RetrievalBackend;
  beforeAll(async () => {
    backend = await openBackend(as('service'), quiet, countingEmbedder());
  });
  afterAll(() => backend?.close());

  it('serves a user that was let in: ingestion, search with its access rules, maintenance, and erasure', async () => {
    await backend.put(documentOf('# Open\n\nwombat\n', { documentId: 'open.md' }), never);
    await backend.put(documentOf('# E-4021\n\nwombat\n', { documentId: 'hr.md', acl: ['hr'] }), never);
    const found = async (groups: readonly string[]) => {
      const caller = makeCaller('acme', groups, 'me');
      const candidates = await Promise.all(backend.arms.map((arm) => arm.search(queryOf(caller, 'wombat E-4021'))));
      return candidates.map((each) => each.candidates.map(({ id }) => id).sort());
    };
    expect(await found([])).toEqual([['open.md:0'], ['open.md:0'], []]);
    expect(await found(['hr'])).toEqual([['hr.md:0', 'open.md:0'], ['hr.md:0', 'open.md:0'], ['hr.md:0']]);
    const readOnly = await openBackend(as('reader'), quiet, countingEmbedder());
    expect(await Promise.all(readOnly.arms.map((arm) => arm.search(queryOf(makeCaller('acme', [], 'me'), 'wombat'))))).toMatchObject([
      { candidates: [{ id: 'open.md:0' }] },
      { candidates: [{ id: 'open.md:0' }] },
      { candidates: [] },
    ]);
    await expect(readOnly.put(documentOf('# New\n\nnumbat\n', { documentId: 'new.md' }), never)).rejects.toMatchObject({ code: '42501' });
    await expect(readOnly.ready?.(never)).resolves.toBeUndefined();
    await readOnly.close();
    expect(await backend.maintain(new AbortController().signal)).toEqual([]);
    expect(await backend.drop('acme')).toEqual({ documents: 2, tombstones: 0, chunks: 2, embeddings: 2 });
  });

  it('lets a user ingest and reconcile that may not search', async () => {
    const writeOnly = await openBackend(as('writer'), quiet, countingEmbedder());
    expect(await writeOnly.put(documentOf('# W\n\nnumbat\n', { documentId: 'w.md' }), never)).toMatchObject({ outcome: 'indexed' });
    expect(await writeOnly.tenants()).toEqual(['acme']);
    expect((await Array.fromAsync(writeOnly.list('acme'))).map(({ documentId }) => documentId)).toEqual(['w.md']);
    expect(await writeOnly.maintain(never)).toEqual([]);
    await writeOnly.remove('acme', 'w.md', 1n);
    await expect(writeOnly.arms[0]?.search(queryOf(makeCaller('acme', [], 'me'), 'numbat'))).rejects.toMatchObject({ code: '42501' });
    await expect(writeOnly.ready?.(never)).resolves.toBeUndefined();
    await writeOnly.close();
  });

  it('lets nobody else in, says what to do, and lets them in without a restart once that was done', async () => {
    const opening = once(() => openBackend(as('stranger'), quiet, countingEmbedder()));
    await expect(opening()).rejects.toMatchObject({
      name: 'NotMigrated',
      message: expect.stringContaining(`The database user ${loginOf('stranger')} was not let in. Run \`npm run migrate\``),
    });
    await migrateFor({ readers: ['stranger'], writers: [] });
    const letIn = await opening();
    await expect(letIn.ready?.(never)).resolves.toBeUndefined();
    await letIn.close();
  });
});
