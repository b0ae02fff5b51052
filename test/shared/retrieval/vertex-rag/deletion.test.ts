import { describe, expect, it } from 'vitest';
import { makeCaller } from '../../../../shared/caller.ts';
import { keyOf } from '../../../../shared/retrieval/vertex-rag/record.ts';
import { managedSuite, never } from '../../../support/managed-suite.ts';

describe('a deletion that the service refuses just now', () => {
  const suite = managedSuite({}, { orphanAgeMs: 3_600_000 });
  const { newTenant, put, search, list, files, staged } = suite;

  it.each([
    ['a quota', 'deleteRagFile', { code: 8 }],
    ['an outage', 'deleteRagFile', { code: 14 }],
    ['a permission', 'deleteRagFile', { code: 7 }],
  ] as const)('by %s is a tombstone all the same, finds nothing, and takes the file away later', async (_, method, reply) => {
    const tenant = newTenant();
    await put(tenant, 'a.md', '# A\n\nThe kiwi.\n');
    const [found] = await suite.candidates(tenant, 'kiwi');
    const { generation } = await suite.live(tenant, 'a.md');
    suite.rag.always(method, reply);
    suite.storage.remove(`documents/${tenant}/a.md`);
    await suite.backend.remove(tenant, 'a.md', generation);
    expect(await list(tenant)).toMatchObject([{ state: 'deleted', generation }]);
    expect(files(tenant)).toHaveLength(1);
    expect(await search(tenant, 'kiwi')).toEqual([]);
    expect(await suite.backend.passages(makeCaller(tenant, [], 'me'), [found?.id ?? ''], never)).toEqual([]);
    await suite.backend.maintain(never, tenant);
    expect(files(tenant)).toHaveLength(1);
    suite.rag.always(method, undefined);
    await suite.backend.maintain(never, tenant);
    expect(files(tenant)).toEqual([]);
    expect(await staged(tenant)).toEqual([]);
  });

  it('of a replaced version leaves the new one in and the old one out of sight', async () => {
    const tenant = newTenant();
    await put(tenant, 'a.md', '# A\n\nThe kiwi one.\n');
    suite.rag.operations.always('deleteRagFile', { error: { code: 13, message: 'not now' } });
    expect(await put(tenant, 'a.md', '# A\n\nThe kiwi two.\n')).toMatchObject({ outcome: 'indexed' });
    expect(files(tenant)).toHaveLength(2);
    expect((await suite.candidates(tenant, 'kiwi')).map(({ hit }) => hit?.text)).toEqual([expect.stringContaining('kiwi two')]);
    suite.rag.operations.always('deleteRagFile', undefined);
    await suite.backend.maintain(never, tenant);
    expect(files(tenant)).toHaveLength(1);
    expect(await staged(tenant)).toHaveLength(1);
  });

  it('of what an attempt left behind does not keep maintenance from the next tenant', async () => {
    const tenants = [newTenant(), newTenant()];
    for (const tenant of tenants) {
      await put(tenant, 'a.md', '# A\n\nThe kiwi.\n');
      suite.storage.remove(`index/${tenant}/documents/${keyOf('a.md')}`);
    }
    const tidy = await suite.open({ orphanAgeMs: -2_000 });
    suite.lines.length = 0;
    suite.rag.always('deleteRagFile', { code: 8 });
    for (const tenant of tenants) expect(await tidy.maintain(never, tenant)).toEqual([]);
    expect(suite.entries()).toContainEqual(expect.objectContaining({ severity: 'WARNING', tenant: tenants[0] }));
    suite.rag.always('deleteRagFile', undefined);
    expect(await tidy.maintain(never)).toEqual(
      expect.arrayContaining(tenants.map((tenant) => `${tenant}: 1 files that nothing refers to were deleted`)),
    );
    expect(tenants.flatMap(files)).toEqual([]);
  });

  it('goes with its text at once where nothing refuses it', async () => {
    const tenant = newTenant();
    await put(tenant, 'a.md', '# A\n\nThe kiwi.\n');
    const { generation } = await suite.live(tenant, 'a.md');
    await suite.backend.remove(tenant, 'a.md', generation);
    expect(files(tenant)).toEqual([]);
    expect(await staged(tenant)).toEqual([]);
  });

  it('of what could not be imported takes its text away as well', async () => {
    const tenant = newTenant();
    suite.rag.failFiles(() => 'the file is corrupt');
    await put(tenant, 'a.md', '# A\n\nThe kiwi.\n');
    expect(await staged(tenant)).toHaveLength(1);
    await suite.backend.remove(tenant, 'a.md', (await suite.live(tenant, 'a.md')).generation);
    expect(await staged(tenant)).toEqual([]);
  });

  it('keeps a tombstone for its days, and then forgets it', async () => {
    const tenant = newTenant();
    await suite.backend.remove(tenant, 'a.md', 5n);
    expect(await suite.backend.maintain(never, tenant)).toEqual([]);
    const forgetful = await suite.open({ tombstoneDays: 0 });
    expect(await forgetful.maintain(never, tenant)).toEqual([`${tenant}: 1 tombstones older than 0 days were removed`]);
    expect(await list(tenant)).toEqual([]);
  });
});
