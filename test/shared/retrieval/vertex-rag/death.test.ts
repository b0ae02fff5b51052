import { describe, expect, it } from 'vitest';
import { managedSuite, never, settled } from '../../../support/managed-suite.ts';

describe('a process that dies between an import and its record', () => {
  const suite = managedSuite({}, { orphanAgeMs: -2_000 });
  const { newTenant, put, upload, search, list, files, staged } = suite;
  /** An attempt of which nothing is heard any more after its import. */
  const die = async (tenant: string, documentId: string, body: string) => {
    const death = new AbortController();
    const document = await upload(tenant, documentId, body);
    const before = files(tenant).length;
    suite.rag.operations.script('importRagFiles', { polls: 1_000 });
    const attempt = settled(suite.backend.put(document, death.signal));
    await expect.poll(() => suite.rag.operations.pending('importRagFiles').length, { timeout: 5_000 }).toBe(1);
    death.abort(new Error('SIGKILL'));
    expect(await attempt).toMatchObject({ message: 'SIGKILL' });
    await suite.rag.operations.finish();
    expect(files(tenant)).toHaveLength(before + 1);
    return document;
  };

  it('leaves a file and a text behind that nobody finds, and that maintenance deletes', async () => {
    const tenant = newTenant();
    await put(tenant, 'kept.md', '# Kept\n\nThe gibbon that stays.\n');
    const document = await die(tenant, 'a.md', '# A\n\nThe gibbon.\n');
    expect(await search(tenant, 'gibbon')).toEqual(['kept.md']);
    expect(await staged(tenant)).toHaveLength(2);
    expect(await staged(tenant, 'imports')).toHaveLength(1);
    expect(await suite.backend.maintain(never, tenant)).toEqual([`${tenant}: 1 files that nothing refers to were deleted`]);
    expect(await staged(tenant)).toHaveLength(1);
    expect(await staged(tenant, 'imports')).toEqual([]);
    expect(files(tenant)).toHaveLength(1);
    expect(await search(tenant, 'gibbon')).toEqual(['kept.md']);
    expect(await suite.backend.put(document, never)).toMatchObject({ outcome: 'indexed' });
    expect([...(await search(tenant, 'gibbon'))].sort()).toEqual(['a.md', 'kept.md']);
    expect(await suite.backend.maintain(never, tenant)).toEqual([]);
  });

  it('loses nothing when it is delivered again before maintenance', async () => {
    const tenant = newTenant();
    await put(tenant, 'a.md', '# A\n\nThe gibbon one.\n');
    const document = await die(tenant, 'a.md', '# A\n\nThe gibbon two.\n');
    expect((await suite.candidates(tenant, 'gibbon')).map(({ hit }) => hit?.text)).toEqual([expect.stringContaining('gibbon one')]);
    expect(await suite.backend.put(document, never)).toMatchObject({ outcome: 'indexed' });
    expect((await suite.candidates(tenant, 'gibbon')).map(({ hit }) => hit?.text)).toEqual([expect.stringContaining('gibbon two')]);
    await suite.backend.maintain(never, tenant);
    expect(files(tenant)).toHaveLength(1);
    expect(await staged(tenant)).toHaveLength(1);
    expect(await list(tenant)).toMatchObject([{ state: 'active', complete: true }]);
  });

  it('is told from an attempt that is under way, whose files maintenance leaves alone', async () => {
    const tenant = newTenant();
    await die(tenant, 'a.md', '# A\n\nThe gibbon.\n');
    const careful = await suite.open({ orphanAgeMs: 3_600_000 });
    expect(await careful.maintain(never, tenant)).toEqual([]);
    expect(files(tenant)).toHaveLength(1);
    expect(await staged(tenant)).toHaveLength(1);
  });

  it('does not hold up others of the same import', async () => {
    const tenant = newTenant();
    const documents = await Promise.all(Array.from({ length: 6 }, (_, i) => upload(tenant, `d${i}.md`, `# D${i}\n\nThe gibbon ${i}.\n`)));
    const stop = new AbortController();
    suite.rag.operations.always('importRagFiles', { ms: 100 });
    const attempts = documents.map((document, i) => settled(suite.backend.put(document, i === 5 ? stop.signal : never)));
    setTimeout(() => stop.abort(new Error('enough')), 50);
    const outcomes = await Promise.all(attempts);
    expect(outcomes.slice(0, 5).map((outcome) => 'outcome' in outcome && outcome.outcome)).toEqual(
      Array.from({ length: 5 }, () => 'indexed'),
    );
    expect(outcomes[5]).toMatchObject({ message: 'enough' });
  });

  it('its time up in the middle of an import, is noted as such and put again', async () => {
    const tenant = newTenant();
    const document = await upload(tenant, 'a.md', '# A\n\nThe gibbon.\n');
    suite.rag.operations.script('importRagFiles', { never: true });
    expect(await settled(suite.backend.put(document, AbortSignal.timeout(300)))).toMatchObject({ name: 'Unavailable', code: 'TIMEOUT' });
    expect(await list(tenant)).toMatchObject([{ state: 'failed', failure: { code: 'TIMEOUT' }, tries: 1 }]);
    await suite.rag.operations.finish();
    expect(await suite.backend.put(document, never)).toMatchObject({ outcome: 'indexed' });
    await suite.backend.maintain(never, tenant);
    expect(files(tenant)).toHaveLength(1);
  });
});
