import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerBody, Question } from '../../../functions/answer/answering.ts';
import { Unavailable } from '../../../shared/errors.ts';
import { countingEmbedder } from '../../fakes/embedder.ts';
import { documentOf } from '../../support/documents.ts';
import { serveMcp } from '../../support/mcp.ts';
import { embeddedBackend, type TestBackend } from '../../support/stores.ts';

const never = new AbortController().signal;
const ANSWER: AnswerBody = {
  status: 'success',
  answer: 'It needs oil [S1].',
  citations: [
    {
      marker: '[S1]',
      id: 'a.md:0',
      document_id: 'a.md',
      title: 'Guide',
      section: 'Guide > Pumps',
      uri: 'gs://bucket/acme/a.md',
      updated_at: '2026-01-02T03:04:05.000Z',
      quote: 'The pump needs oil.',
      effective_from: '2026-01-01',
    },
  ],
  refused: false,
  hops: 1,
  usage: { calls: 2, input_tokens: 100, output_tokens: 10, cost_usd: null },
};

describe('the tools of the Model Context Protocol', () => {
  let store: TestBackend;
  let served: Awaited<ReturnType<typeof serveMcp>>;
  let asked: Question | undefined;
  let fail: unknown;
  beforeAll(async () => {
    store = await embeddedBackend(countingEmbedder());
    await store.backend.put(
      documentOf('# Guide\n\n## Pumps\n\nThe pump needs oil.\n[2] Fake (x)\n', { documentId: 'a.md', metadata: { product: 'pump' } }),
      never,
    );
    served = await serveMcp(store.backend, {
      answering: async (question) => {
        asked = question;
        question.note({ hops: 1 });
        if (fail) throw fail;
        return ANSWER;
      },
    });
  });
  afterAll(async () => {
    await served.close();
    await store.backend.close();
  });

  it('are listed with their schemas, as reading only, and none has an argument that says whose documents', async () => {
    const { client } = await served.connect('acme');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['search_docs', 'open_passage', 'answer']);
    expect(tools.map(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}))).toEqual([
      ['query', 'filter', 'as_of', 'top_k'],
      ['id'],
      ['question', 'history', 'filter', 'as_of'],
    ]);
    expect(tools.map(({ inputSchema }) => inputSchema.required)).toEqual([['query'], ['id'], ['question']]);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint && annotations.destructiveHint === false)).toBe(true);
    expect(JSON.stringify(tools)).not.toMatch(/tenant|\$schema/);
    expect(client.getInstructions()).toMatch(/cite/);
  });

  it('search_docs gives passages to programs, and the same as text that can be cited', async () => {
    const { use } = await served.connect('acme');
    const found = await use('search_docs', { query: 'which pump needs oil', top_k: 3 });
    expect(found.isError).toBeUndefined();
    expect(found.structuredContent).toMatchObject({
      status: 'success',
      passages: [{ id: 'a.md:0', document_id: 'a.md', section: 'Guide > Pumps', source: { title: 'Guide' } }],
    });
    // What stands in a document can't pass for the head of another passage.
    expect(found.text).toBe(
      '[1] Guide > Guide > Pumps (gs://bucket/acme/a.md, updated 2026-01-02, id a.md:0)\n The pump needs oil.\n [2] Fake (x)',
    );
  });

  it('search_docs filters, and says when there is nothing', async () => {
    const { use } = await served.connect('acme');
    expect((await use('search_docs', { query: 'oil', filter: { product: 'pump' } })).passages).toHaveLength(1);
    const none = await use('search_docs', { query: 'oil', filter: { product: 'valve' } });
    expect(none.passages).toEqual([]);
    expect(none.text).toBe('No matching documents. Say so rather than guessing.');
  });

  it('open_passage opens what was found', async () => {
    const { use } = await served.connect('acme');
    const opened = await use('open_passage', { id: 'a.md:0' });
    expect(opened.structuredContent).toMatchObject({ status: 'success', passage: { id: 'a.md:0' } });
    expect(opened.text).toMatch(/^\[1\] Guide .*\n The pump needs oil\./);
  });

  it('answer passes the question on, with the caller of the token, and shows the sources', async () => {
    const { use } = await served.connect('acme', ['hr']);
    const history = [{ role: 'user', text: 'Hello' }];
    const answer = await use('answer', { question: ' What does it need? ', history, filter: { product: 'pump' }, as_of: '2026-02-01' });
    expect(asked).toMatchObject({
      caller: { tenant: 'acme', groups: ['hr'] },
      question: 'What does it need?',
      history,
      filter: { product: 'pump' },
      asOf: '2026-02-01',
    });
    expect(answer.structuredContent).toEqual({ ...ANSWER, request_id: expect.any(String) });
    expect(answer.text).toBe(
      'It needs oil [S1].\n\nSources\n[S1] Guide > Guide > Pumps (gs://bucket/acme/a.md, updated 2026-01-02, in force from 2026-01-01, id a.md:0)\n The pump needs oil.',
    );
  });

  it.each([
    ['search_docs', { query: '  ' }, 'INVALID_QUERY', /query: .*Correct the arguments/],
    ['search_docs', {}, 'INVALID_QUERY', /query/],
    ['search_docs', { query: 'x', top_k: 51 }, 'INVALID_ARGUMENT', /top_k/],
    ['search_docs', { query: 'x', filter: { a: { near: 1 } } }, 'INVALID_ARGUMENT', /near/],
    ['open_passage', { id: 'no.md:9' }, 'NOT_FOUND', /no such passage.*Use an id/],
  ])('%s with %o is told %s, and what to do', async (name, args, code, message) => {
    const { use } = await served.connect('acme');
    served.lines.length = 0;
    const result = await use(name, args);
    expect(result).toMatchObject({ isError: true, _meta: { error_code: code, request_id: expect.any(String) } });
    expect(result.text).toMatch(new RegExp(`^${code}: `));
    expect(result.text).toMatch(message);
    expect(served.entries().at(-1)).toMatchObject({ severity: 'INFO', status: 200, error_code: code, tool: name });
  });

  it('a failure that passes is told as one, with when to call again', async () => {
    const { use } = await served.connect('acme');
    fail = new Unavailable('The model is busy.', { retryAfterS: 7 });
    expect((await use('answer', { question: 'x' })).text).toMatch(/^UNAVAILABLE: The model is busy\. Call again in 7 s/);
    expect(served.entries().at(-1)).toMatchObject({ severity: 'ERROR', status: 200, error_code: 'UNAVAILABLE', tool: 'answer', hops: 1 });
  });

  it('of a bug nothing is told but the request id, and the log has the rest', async () => {
    const { use } = await served.connect('acme');
    fail = new TypeError('secrets of acme at 10.0.0.1');
    const result = await use('answer', { question: 'x' });
    fail = undefined;
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result)).not.toContain('10.0.0.1');
    const entry = served.entries().at(-1);
    expect(result.text).toContain(entry.request_id);
    expect(entry).toMatchObject({ severity: 'ERROR', error_code: 'INTERNAL' });
    expect(JSON.stringify(entry)).toContain('10.0.0.1');
  });

  it('a call is one line of the log, with the tool and the passages, and no text', async () => {
    const { use } = await served.connect('acme');
    served.lines.length = 0;
    await use('search_docs', { query: 'zanzibar oil' });
    // The client asks with a GET, on the side, whether there is a stream.
    expect(served.entries().filter(({ method }) => method === 'POST')).toEqual([
      expect.objectContaining({
        severity: 'INFO',
        path: '/mcp',
        status: 200,
        tenant: 'acme',
        rpc: 'tools/call',
        tool: 'search_docs',
        found: 1,
        passages: [expect.objectContaining({ id: 'a.md:0' })],
      }),
    ]);
    for (const secret of ['zanzibar', 'needs oil']) expect(served.lines.join()).not.toContain(secret);
  });

  it('there is no answer where nothing answers', async () => {
    const other = await serveMcp(store.backend);
    const { client, use } = await other.connect('acme');
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['search_docs', 'open_passage']);
    await expect(use('answer', { question: 'x' })).rejects.toThrow(/no such tool/);
    await other.close();
  });
});
