import { describe, expect, it } from 'vitest';
import { createRagClient } from '../../../../shared/retrieval/vertex-rag/client.ts';
import { createQuota } from '../../../../shared/retrieval/vertex-rag/quota.ts';
import { ragConfig } from '../../../support/managed.ts';
import { managedSuite, never } from '../../../support/managed-suite.ts';

describe('what is dropped', () => {
  const suite = managedSuite({ mostTopK: 20 }, { env: { RAG_MAX_TOP_K: '20', RAG_CHECK_TTL_MS: '600000' } });
  const { newTenant, upload, candidates, search } = suite;
  const retrievals = () => suite.rag.calls('retrieveContexts');
  const putAll = async (tenant: string, count: number, acl: (i: number) => string) => {
    const documents = await Promise.all(
      Array.from({ length: count }, (_, i) => upload(tenant, `d${i}.md`, `# Doc ${i}\n\nThe jackal number ${i}.\n`, { acl: acl(i) })),
    );
    for (const { outcome } of await Promise.all(documents.map((document) => suite.backend.put(document, never))))
      expect(outcome).toBe('indexed');
  };

  it('does not leave the list short: twice as many are asked for, then the most, then the documents within the scope alone', async () => {
    const tenant = newTenant();
    await putAll(tenant, 35, (i) => (i % 7 === 0 ? '*' : 'board'));
    const asked = async (limit: number, groups: readonly string[]) => {
      const before = retrievals();
      const found = await search(tenant, 'jackal number', { limit, groups });
      const requests = suite.rag.requests.retrieveContexts?.slice(before) ?? [];
      return { found, topKs: requests.map((request) => JSON.parse(JSON.stringify(request)).query.ragRetrievalConfig.topK) };
    };
    const wide = await asked(5, ['board']);
    expect([wide.found.length, wide.topKs]).toEqual([5, [5 * 2]]);
    const narrow = await asked(5, []);
    expect([...narrow.found].sort()).toEqual(['d0.md', 'd14.md', 'd21.md', 'd28.md', 'd7.md']);
    expect(narrow.topKs).toEqual([5 * 2, 20, 20]);
    // What was as much as there can be is not asked for twice.
    expect((await asked(15, [])).topKs).toEqual([20, 20]);
    expect((await asked(20, ['board'])).found).toHaveLength(20);
  });

  it('does so with more documents than one request names, in several that are merged by place', async () => {
    const tenant = newTenant();
    await putAll(tenant, 125, (i) => (i < 104 ? 'hr' : 'board'));
    // Whatever the service has in front is not of them.
    const hidden = suite.files(tenant).flatMap(({ id, uri, displayName, chunks: [chunk] }) => {
      const { storage } = suite;
      const isHr = /number (\d+)/.exec(storage.object(uri.replace('gs://', ''))?.bytes.toString() ?? '')?.[1];
      return Number(isHr) >= 104 && chunk
        ? [
            {
              sourceUri: uri,
              sourceDisplayName: displayName,
              text: chunk.text,
              score: 0,
              chunk: { text: chunk.text, fileId: id, chunkId: chunk.id },
            },
          ]
        : [];
    });
    suite.rag.injectBy(({ vertexRagStore }) => ((vertexRagStore?.ragResources[0]?.ragFileIds.length ?? 0) > 0 ? [] : hidden.slice(0, 20)));
    const before = retrievals();
    const found = await candidates(tenant, 'jackal number 7', { groups: ['hr'], limit: 20 });
    expect(found).toHaveLength(20);
    expect(retrievals() - before).toBe(1 + Math.ceil(104 / 100));
    const ids = found.map(({ hit }) => Number(/\d+/.exec(hit?.documentId ?? '')?.[0]));
    expect(ids.filter((id) => id >= 104)).toEqual([]);
    // The first places of the two lists, then the second ones.
    const rag = createRagClient(ragConfig(suite.rag), createQuota({ requestsPerMinute: 1_000, imports: 3 }));
    const requests = suite.rag.requests.retrieveContexts?.slice(before + 1) ?? [];
    const lists = await Promise.all(
      requests.map((request) => {
        const { ragCorpus, ragFileIds } = JSON.parse(JSON.stringify(request)).vertexRagStore.ragResources[0];
        return rag.retrieve({ corpus: ragCorpus, fileIds: ragFileIds, text: 'jackal number 7', topK: 20 }, never);
      }),
    );
    await rag.close();
    const byPlace = Array.from({ length: 20 }, (_, place) => lists.flatMap((list) => list[place]?.chunkId ?? [])).flat();
    expect(found.map(({ version }) => version.split('-')[1])).toEqual(byPlace.slice(0, 20));
  });

  it('finds what is there when a file of the list is gone meanwhile', async () => {
    const tenant = newTenant();
    await putAll(tenant, 24, (i) => (i % 6 === 0 ? '*' : 'board'));
    expect(await search(tenant, 'jackal')).toHaveLength(4);
    const other = await suite.open();
    await other.put(await upload(tenant, 'd0.md', '# Doc 0\n\nThe jackal, otherwise.\n', { acl: '*' }), never);
    await other.remove(tenant, 'd6.md', (await suite.live(tenant, 'd6.md')).generation);
    suite.storage.remove(`documents/${tenant}/d6.md`);
    // What this instance remembers names files that are no longer there.
    expect([...(await search(tenant, 'jackal'))].sort()).toEqual(expect.arrayContaining(['d12.md', 'd18.md']));
  });

  it('finds nothing and asks for nothing where nothing is within the scope', async () => {
    const tenant = newTenant();
    await putAll(tenant, 21, () => 'board');
    expect(await search(tenant, 'jackal')).toEqual([]);
  });
});
