import { beforeAll, describe, expect, it } from 'vitest';
import { makeCaller } from '../../../../shared/caller.ts';
import type { RetrievalBackend } from '../../../../shared/retrieval/backend.ts';
import { parseFilter } from '../../../../shared/retrieval/filter.ts';
import { contextsOf } from '../../../fakes/rag/retrieve.ts';
import type { WireContext } from '../../../fakes/rag/wire.ts';
import { managedSuite, never } from '../../../support/managed-suite.ts';
import { queryOf } from '../../../support/query.ts';

describe('whatever the service finds', () => {
  const suite = managedSuite({}, { env: { RAG_CHECK_TTL_MS: '0' } });
  const { newTenant, put, search, candidates, files } = suite;
  let remembering: RetrievalBackend;
  beforeAll(async () => {
    remembering = await suite.open({ env: { RAG_CHECK_TTL_MS: '600000' } });
  });
  const foundOf = (tenant: string): readonly WireContext[] => files(tenant).flatMap(contextsOf);
  const forged = (sourceUri: string): WireContext => ({
    sourceUri,
    sourceDisplayName: 'x',
    text: 'The forged ocelot.',
    score: 0,
    chunk: { text: 'The forged ocelot.', fileId: '1', chunkId: '2' },
  });

  it('is dropped where it is not of the tenant, with an alert, and logged by count and without a word of it', async () => {
    const [mine, theirs] = [newTenant(), newTenant()];
    await put(mine, 'a.md', '# A\n\nThe ocelot of mine.\n');
    await put(theirs, 'b.md', '# B\n\nThe ocelot of theirs.\n');
    const [own] = foundOf(mine);
    const key = /texts\/([0-9a-f]{32})\//.exec(own?.sourceUri ?? '')?.[1] ?? '';
    const foreign = [
      ...foundOf(theirs),
      forged(`gs://other/${mine}/texts/${key}/1-x/1.md`),
      forged(`gs://documents/${mine}/a.md`),
      forged(`gs://index/${theirs}/texts/${key}/1-x/1.md`),
      forged(`gs://index/${mine}/documents/${key}`),
      forged('https://drive.google.com/file/d/1'),
      forged(''),
    ];
    suite.rag.inject(...foreign);
    suite.lines.length = 0;
    expect(await search(mine, 'ocelot', { groups: ['*'] })).toEqual(['a.md']);
    expect(suite.entries().filter(({ alert }) => alert === 'foreign')).toEqual([
      expect.objectContaining({ severity: 'ERROR', tenant: mine, count: foreign.length }),
    ]);
    expect(suite.entries()).toContainEqual(expect.objectContaining({ severity: 'DEBUG', refused: { foreign: foreign.length } }));
    expect(suite.lines.join()).not.toMatch(/ocelot/);
  });

  it('is dropped where no record knows it, or another version is current, or another file of the same object', async () => {
    const tenant = newTenant();
    await put(tenant, 'a.md', '# A\n\nThe ocelot one.\n');
    const before = foundOf(tenant);
    await put(tenant, 'a.md', '# A\n\nThe ocelot two.\n');
    const [now] = foundOf(tenant);
    if (!now?.sourceUri) throw new Error('nothing was imported');
    suite.rag.inject(
      ...before,
      { ...now, chunk: { ...now.chunk, fileId: '1' } },
      forged(now.sourceUri.replace(/texts\/[0-9a-f]{32}/, `texts/${'0'.repeat(32)}`)),
    );
    suite.lines.length = 0;
    expect((await candidates(tenant, 'ocelot')).map(({ hit }) => hit?.text)).toEqual([expect.stringContaining('ocelot two')]);
    expect(suite.entries()).toContainEqual(expect.objectContaining({ refused: { replaced: 2, unknown: 1 } }));
  });

  it('is dropped once the bucket no longer has it, before any event says so: at once, or when what is remembered is over', async () => {
    const tenant = newTenant();
    const caller = makeCaller(tenant, [], 'me');
    await put(tenant, 'a.md', '# A\n\nThe ocelot.\n');
    const [found] = await candidates(tenant, 'ocelot', { by: remembering });
    const id = found?.id ?? '';
    suite.storage.remove(`documents/${tenant}/a.md`);
    suite.lines.length = 0;
    expect(await search(tenant, 'ocelot')).toEqual([]);
    expect(suite.entries()).toContainEqual(expect.objectContaining({ refused: { deleted: 1 } }));
    expect(await suite.backend.passages(caller, [id], never)).toEqual([]);
    expect(await suite.backend.read(queryOf(caller, 'ocelot'), found ? [found] : [], never)).toEqual([undefined]);
    expect(await search(tenant, 'ocelot', { by: remembering })).toEqual(['a.md']);
    const brief = await suite.open({ env: { RAG_CHECK_TTL_MS: '50' } });
    expect(await search(tenant, 'ocelot', { by: brief })).toEqual([]);
  });

  it('is forgotten by the instance that indexes or removes it, however long it remembers', async () => {
    const tenant = newTenant();
    await put(tenant, 'a.md', '# A\n\nThe ocelot.\n');
    expect(await search(tenant, 'ocelot', { by: remembering })).toEqual(['a.md']);
    const live = await suite.upload(tenant, 'a.md', '# A\n\nThe ocelot two.\n', { acl: 'hr' });
    await remembering.put(live, never);
    expect(await search(tenant, 'ocelot', { by: remembering })).toEqual([]);
    expect(await search(tenant, 'ocelot', { by: remembering, groups: ['hr'] })).toEqual(['a.md']);
    await remembering.remove(tenant, 'a.md', live.generation);
    expect(await search(tenant, 'ocelot', { by: remembering, groups: ['hr'] })).toEqual([]);
  });

  it('is for whom the object says, before any event says so', async () => {
    const tenant = newTenant();
    await put(tenant, 'a.md', '# A\n\nThe ocelot.\n');
    suite.storage.describe(`documents/${tenant}/a.md`, { acl: 'board' });
    expect(await search(tenant, 'ocelot')).toEqual([]);
    expect(await search(tenant, 'ocelot', { groups: ['board'] })).toEqual(['a.md']);
    suite.storage.describe(`documents/${tenant}/a.md`, { acl: '' });
    expect(await search(tenant, 'ocelot', { groups: ['board', '*'] })).toEqual([]);
    suite.storage.describe(`documents/${tenant}/a.md`, {});
    expect(await search(tenant, 'ocelot')).toEqual(['a.md']);
  });

  it('is not for more than could read it, where a newer version that is not indexed yet is for all', async () => {
    const tenant = newTenant();
    await put(tenant, 'a.md', '# A\n\nThe ocelot, a secret of the board.\n', { acl: 'board' });
    await suite.upload(tenant, 'a.md', '# A\n\nNothing.\n', {});
    expect(await search(tenant, 'ocelot')).toEqual([]);
    expect(await search(tenant, 'ocelot', { groups: ['board'] })).toEqual(['a.md']);
    // And of one that is for fewer, at once for those alone.
    const other = newTenant();
    await put(other, 'a.md', '# A\n\nThe ocelot.\n');
    await suite.upload(other, 'a.md', '# A\n\nThe ocelot.\n', { acl: 'board' });
    expect(await search(other, 'ocelot')).toEqual([]);
    expect(await search(other, 'ocelot', { groups: ['board'] })).toEqual(['a.md']);
  });

  it('passes a filter by what the object says now', async () => {
    const tenant = newTenant();
    await put(tenant, 'a.md', '# A\n\nThe ocelot.\n', { product: 'pump' });
    const filter = parseFilter({ product: 'pump' });
    expect(await search(tenant, 'ocelot', { filter })).toEqual(['a.md']);
    suite.storage.describe(`documents/${tenant}/a.md`, { product: 'valve' });
    expect(await search(tenant, 'ocelot', { filter })).toEqual([]);
  });

  it('is not read again as found where it was replaced in between', async () => {
    const tenant = newTenant();
    await put(tenant, 'a.md', '# A\n\nThe ocelot one.\n');
    const found = await candidates(tenant, 'ocelot');
    await put(tenant, 'a.md', '# A\n\nThe ocelot two.\n');
    expect(await suite.backend.read(queryOf(makeCaller(tenant, [], 'me'), 'ocelot'), found, never)).toEqual([undefined]);
  });

  it('is a refusal where the bucket can not be asked, not an answer', async () => {
    const tenant = newTenant();
    await put(tenant, 'a.md', '# A\n\nThe ocelot.\n');
    suite.storage.script(...Array.from({ length: 12 }, () => 503));
    await expect(search(tenant, 'ocelot')).rejects.toMatchObject({ name: 'Unavailable' });
    suite.storage.script();
  });
});
