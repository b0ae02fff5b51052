import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCaller } from '../../shared/caller.ts';
import { PROFILES } from '../../shared/retrieval/profiles.ts';
import { retrieve } from '../../shared/retrieval/retrieve.ts';
import { countingEmbedder } from '../fakes/embedder.ts';
import { documentOf } from '../support/documents.ts';
import { queryOf } from '../support/query.ts';
import { nativeBackend, type TestBackend } from '../support/stores.ts';

const never = new AbortController().signal;

describe('at once, on a native server', () => {
  let subject: TestBackend;
  beforeAll(async () => {
    subject = await nativeBackend(countingEmbedder());
  });
  afterAll(() => subject.backend.close());

  const version = (n: number) =>
    `# Guide\n\n${Array.from({ length: 6 }, (_, i) => `## Part ${i}\n\nThe narwhal of version ${n}, part ${i}.\n`).join('\n')}`;

  it('a reader sees one version of a document or the next, never half of each', async () => {
    const { backend } = subject;
    const caller = makeCaller('acme', [], 'me');
    await backend.put(documentOf(version(0), { generation: 1n }), never);
    let writing = true;
    const writer = (async () => {
      for (let n = 1; n <= 60; n++) await backend.put(documentOf(version(n), { generation: BigInt(n + 1) }), never);
      writing = false;
    })();
    let searches = 0;
    while (writing) {
      const { hits } = await retrieve(queryOf(caller, 'narwhal version part', { limit: 6 }), {
        backend,
        profile: PROFILES.balanced,
        timeoutMs: 10_000,
      });
      const versions = new Set(hits.map(({ text }) => /version (\d+)/.exec(text)?.[1]));
      expect(versions.size).toBeLessThanOrEqual(1);
      searches++;
    }
    await writer;
    expect(searches).toBeGreaterThan(10);
  });

  it('versions that arrive together end as the newest', async () => {
    const { backend } = subject;
    const order = [3, 9, 1, 7, 10, 2, 8, 5, 4, 6];
    const reports = await Promise.all(
      order.map((n) => backend.put(documentOf(version(n), { tenant: 'globex', generation: BigInt(n) }), never)),
    );
    expect(reports.map(({ outcome }) => outcome)).toContain('indexed');
    const { hits } = await retrieve(queryOf(makeCaller('globex', [], 'me'), 'narwhal', { limit: 20 }), {
      backend,
      profile: PROFILES.balanced,
      timeoutMs: 10_000,
    });
    expect(hits.map(({ text }) => /version (\d+)/.exec(text)?.[1])).toEqual(Array(6).fill('10'));
  });

  it('new tenants that arrive together are all made', async () => {
    const { backend } = subject;
    const tenants = Array.from({ length: 8 }, (_, i) => `crowd-${i}`);
    await Promise.all(
      tenants.flatMap((tenant) => [1, 2].map((n) => backend.put(documentOf(version(n), { tenant, documentId: `d${n}.md` }), never))),
    );
    for (const tenant of tenants) expect(await Array.fromAsync(backend.list(tenant))).toHaveLength(2);
  });
});
