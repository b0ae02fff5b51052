import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Unavailable } from '../../../../shared/errors.ts';
import { managedSuite, never, settled } from '../../../support/managed-suite.ts';

const EXHAUSTED = { code: 8, details: 'Quota exceeded' };

describe('a storm of 429', () => {
  const suite = managedSuite();
  const { newTenant, upload, search, list, files } = suite;
  const uploads = (tenant: string, count: number) =>
    Promise.all(Array.from({ length: count }, (_, i) => upload(tenant, `d${i}.md`, `# Doc ${i}\n\nThe wombat number ${i}.\n`)));
  /** Delivers each event until it is taken, as Eventarc does; returns how often one was refused. */
  const deliver = async (documents: Awaited<ReturnType<typeof uploads>>, rounds: number): Promise<number> => {
    let refused = 0;
    let left = documents;
    for (let round = 0; round < rounds && left.length > 0; round++) {
      const outcomes = await Promise.all(left.map((document) => settled(suite.backend.put(document, never))));
      for (const outcome of outcomes) if (outcome instanceof Error) expect(outcome).toBeInstanceOf(Unavailable);
      left = left.filter((_, i) => outcomes[i] instanceof Error);
      refused += left.length;
    }
    expect(left).toEqual([]);
    return refused;
  };
  const expectAllOnce = async (tenant: string, count: number) => {
    expect(await list(tenant)).toEqual(
      Array.from({ length: count }, () => expect.objectContaining({ state: 'active', complete: true, tries: 0, failure: undefined })),
    );
    expect(await search(tenant, 'wombat', { limit: 100 })).toHaveLength(count);
    expect(files(tenant)).toHaveLength(count);
    expect(new Set(files(tenant).map(({ uri }) => uri)).size).toBe(count);
  };

  it.each(['createRagCorpus', 'importRagFiles', 'retrieveContexts'] as const)(
    'of %s rejects every event, and all is there after they are delivered again',
    async (method) => {
      const tenant = newTenant();
      const documents = await uploads(tenant, 8);
      suite.rag.always(method, EXHAUSTED);
      const outcomes = await Promise.all(documents.map((document) => settled(suite.backend.put(document, never))));
      expect(outcomes).toEqual(documents.map(() => expect.objectContaining({ name: 'Unavailable', code: 'RATE_LIMITED' })));
      expect((await list(tenant)).map(({ state, failure }) => [state, failure?.code])).toEqual(
        documents.map(() => ['failed', 'RATE_LIMITED']),
      );
      suite.rag.always(method, undefined);
      expect(await deliver(documents, 1)).toBe(0);
      await expectAllOnce(tenant, 8);
    },
  );

  it('within an import that has begun ends only it', async () => {
    const tenant = newTenant();
    const documents = await uploads(tenant, 4);
    suite.rag.operations.always('importRagFiles', { error: EXHAUSTED_OPERATION });
    const [outcome] = await Promise.all(documents.map((document) => settled(suite.backend.put(document, never))));
    expect(outcome).toMatchObject({ name: 'Unavailable', code: 'RATE_LIMITED' });
    suite.rag.operations.always('importRagFiles', undefined);
    await deliver(documents, 1);
    await expectAllOnce(tenant, 4);
  });

  it('by a quota of few requests a window loses nothing and doubles nothing', async () => {
    const tenant = newTenant();
    const documents = await uploads(tenant, 20);
    suite.rag.configure({ dataQuota: 3, quotaWindowMs: 150 });
    await deliver(documents, 20);
    suite.rag.configure({ dataQuota: 1_000_000, quotaWindowMs: 60_000 });
    await suite.backend.maintain(never, tenant);
    await expectAllOnce(tenant, 20);
  });

  it('doubles nothing where the answer to an import is lost', async () => {
    const tenant = newTenant();
    const document = await upload(tenant, 'd0.md', '# Doc\n\nThe wombat.\n');
    suite.rag.script('importRagFiles', { code: 14, effect: true });
    expect(await suite.backend.put(document, never)).toMatchObject({ outcome: 'indexed' });
    await expectAllOnce(tenant, 1);
    const second = newTenant();
    suite.rag.configure({ again: 'duplicate' });
    suite.rag.script('importRagFiles', { code: 14, effect: true });
    await suite.backend.put(await upload(second, 'd0.md', '# Doc\n\nThe wombat.\n'), never);
    expect(await search(second, 'wombat')).toEqual(['d0.md']);
    const tidy = await suite.open({ orphanAgeMs: -2_000 });
    await tidy.maintain(never, second);
    suite.rag.configure({ again: 'skip' });
    await expectAllOnce(second, 1);
  });

  it('is not called forth: 60 documents within a moment go in few imports, never more than 3 of them at a time', async () => {
    const tenant = newTenant();
    const documents = await uploads(tenant, 60);
    // What is refused once is refused.
    const impatient = await suite.open({ waits: [] });
    const before = suite.rag.calls('importRagFiles');
    let most = 0;
    suite.rag.operations.always('importRagFiles', { ms: 100 });
    const watch = setInterval(() => {
      most = Math.max(most, suite.rag.operations.pending('importRagFiles').length);
    }, 5);
    const start = performance.now();
    const reports = await Promise.all(documents.map((document, i) => sleep(i * 8).then(() => impatient.put(document, never))));
    clearInterval(watch);
    expect(reports.map(({ outcome }) => outcome)).toEqual(documents.map(() => 'indexed'));
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(3);
    // Three at once, and what came meanwhile in the next.
    expect(suite.rag.calls('importRagFiles') - before).toBeLessThanOrEqual(Math.min(30, 3 * Math.ceil((performance.now() - start) / 100)));
    await expectAllOnce(tenant, 60);
  });

  it('is not called forth by many tenants either', async () => {
    const tenants = Array.from({ length: 6 }, newTenant);
    const impatient = await suite.open({ waits: [] });
    suite.rag.operations.always('importRagFiles', { ms: 50 });
    const documents = (await Promise.all(tenants.map((tenant) => uploads(tenant, 2)))).flat();
    await Promise.all(documents.map((document) => impatient.put(document, never)));
    for (const tenant of tenants) await expectAllOnce(tenant, 2);
  });
});

const EXHAUSTED_OPERATION = { code: 8, message: 'Quota exceeded for embeddings' };
