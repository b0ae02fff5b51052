import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countingEmbedder } from '../../fakes/embedder.ts';
import { documentOf } from '../../support/documents.ts';
import { serveMcp } from '../../support/mcp.ts';
import { embeddedBackend, type TestBackend } from '../../support/stores.ts';

const never = new AbortController().signal;
const TENANTS = ['acme', 'globex', 'initech'];
const ACLS: readonly (readonly string[])[] = [['*'], ['hr'], ['hr', 'board'], []];
const GROUPS: readonly (readonly string[])[] = [[], ['hr'], ['board'], ['hr', 'board'], ['*'], ['sales']];

/** Every document, as it was written. */
const DOCUMENTS = TENANTS.flatMap((tenant) =>
  ACLS.map((acl, i) => ({
    tenant,
    acl,
    documentId: `${tenant}-${i}.md`,
    text: `The vault of ${tenant} number ${i} opens with code ${tenant}${i}.`,
  })),
);
const maySee = (document: { tenant: string; acl: readonly string[] }, tenant: string, groups: readonly string[]) =>
  document.tenant === tenant && (document.acl.includes('*') || document.acl.some((group) => group !== '*' && groups.includes(group)));

describe('tenants and access, through the Model Context Protocol', () => {
  let store: TestBackend;
  let served: Awaited<ReturnType<typeof serveMcp>>;
  beforeAll(async () => {
    store = await embeddedBackend(countingEmbedder());
    for (const { text, ...facts } of DOCUMENTS) await store.backend.put(documentOf(`# Vault\n\n${text}\n`, facts), never);
    served = await serveMcp(store.backend, {
      // Says whom it was asked by: what the answer function makes of a caller is tested with that.
      answering: async ({ caller }) => ({
        status: 'success',
        answer: `${caller.tenant}: ${caller.groups.join()}`,
        citations: [],
        refused: false,
        hops: 0,
        usage: { calls: 0, input_tokens: 0, output_tokens: 0, cost_usd: 0 },
      }),
    });
  });
  afterAll(async () => {
    await served.close();
    await store.backend.close();
  });

  const callers = TENANTS.concat('nobody').flatMap((tenant) => GROUPS.map((groups) => ({ tenant, groups })));
  const FORGED = TENANTS.flatMap((tenant) => [
    { tenant, tenant_id: tenant, groups: ['hr', 'board', '*'] },
    { caller: { tenant, groups: ['hr'] }, arguments: { tenant }, _meta: { tenant }, filter: {} },
  ]);

  it.each(callers)('$tenant with groups $groups finds and opens its own and no other, as by HTTP', async ({ tenant, groups }) => {
    const { use, headers } = await served.connect(tenant, groups);
    const expected = DOCUMENTS.filter((document) => maySee(document, tenant, groups)).map(({ documentId }) => documentId);
    const query = 'the vault opens with code';
    const found = (await use('search_docs', { query, top_k: 50 })).passages;
    expect(found.map(({ document_id }) => document_id).sort()).toEqual(expected);
    const http = await fetch(`${served.url}/search`, { method: 'POST', headers, body: JSON.stringify({ query, top_k: 50 }) });
    const { passages }: { passages: readonly { id: string }[] } = JSON.parse(await http.text());
    expect(found.map(({ id }) => id)).toEqual(passages.map(({ id }) => id));
    for (const { documentId } of DOCUMENTS) {
      const opened = await use('open_passage', { id: `${documentId}:0` });
      expect(opened.isError ?? false, documentId).toBe(!expected.includes(documentId));
      expect(JSON.stringify(opened).includes('opens with code')).toBe(expected.includes(documentId));
    }
  });

  it('no argument changes whose documents are seen', async () => {
    const { use } = await served.connect('acme', ['sales']);
    for (const forged of FORGED) {
      const found = await use('search_docs', { query: 'the vault opens with code', top_k: 50, ...forged });
      expect(found.passages.map(({ document_id }) => document_id)).toEqual(['acme-0.md']);
      expect((await use('open_passage', { id: 'globex-0.md:0', ...forged })).isError).toBe(true);
      expect((await use('answer', { question: 'who am I?', ...forged })).text).toBe('acme: sales');
    }
  });

  it('neither does a header, a query string or what the message carries besides', async () => {
    const reply = await fetch(`${served.url}/mcp?tenant=globex&tenant_id=globex`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await served.token('acme')}`,
        'x-tenant': 'globex',
        'mcp-session-id': 'session-of-globex',
        'x-serverless-authorization': `Bearer ${await served.token('globex')}`,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'search_docs', tenant: 'globex', arguments: { query: 'vault code', top_k: 50 }, _meta: { tenant: 'globex' } },
      }),
    });
    const text = await reply.text();
    expect(text).toContain('acme0');
    expect(text).not.toContain('globex0');
  });

  it('tenants that ask at the same time do not meet', async () => {
    const clients = await Promise.all(TENANTS.map(async (tenant) => ({ tenant, ...(await served.connect(tenant, ['hr'])) })));
    const rounds = Array.from({ length: 8 }, (_, i) => i);
    await Promise.all(
      rounds.flatMap((round) =>
        clients.map(async ({ tenant, use }) => {
          const [found, answer] = await Promise.all([
            use('search_docs', { query: `the vault opens with code ${round % 2}`, top_k: 50 }),
            use('answer', { question: 'who am I?' }),
          ]);
          expect(found.passages.length).toBe(3);
          for (const { document_id, text } of found.passages) expect([document_id, text].join()).toContain(tenant);
          for (const other of TENANTS.filter((name) => name !== tenant)) expect(found.text).not.toContain(other);
          expect(answer.text).toBe(`${tenant}: hr`);
        }),
      ),
    );
  });
});
