import { afterEach, describe, expect, it } from 'vitest';
import type { Answering } from '../../../functions/answer/answering.ts';
import { abortable } from '../../../shared/abort.ts';
import { serveMcp } from '../../support/mcp.ts';

describe('POST /mcp', () => {
  let served: Awaited<ReturnType<typeof serveMcp>>;
  afterEach(() => served.close());

  const post = async (
    body: unknown,
    { method = 'POST', token, headers = {} }: { method?: string; token?: string; headers?: Record<string, string> } = {},
  ) => {
    const reply = await fetch(`${served.url}/mcp`, {
      method,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(method === 'POST' ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
    });
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, json: text ? JSON.parse(text) : undefined };
  };
  const LIST = { jsonrpc: '2.0', id: 7, method: 'tools/list', params: {} };

  it('wants a token before anything, with a JSON body', async () => {
    served = await serveMcp(undefined);
    const { status, headers, json } = await post(LIST);
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(json).toMatchObject({ status: 'error', error_code: 'UNAUTHENTICATED', request_id: expect.any(String) });
    expect((await post(LIST, { token: await served.token('') })).json).toMatchObject({ error_code: 'NO_TENANT' });
    expect((await post(LIST, { token: 'x.y.z' })).status).toBe(401);
    const client = served.connect('');
    await expect(client).rejects.toThrow(/NO_TENANT/);
  });

  it('answers a message without a handshake, whatever the client says it accepts', async () => {
    served = await serveMcp(undefined);
    const token = await served.token('acme');
    for (const headers of [{}, { accept: 'application/json', 'content-type': 'text/plain' }]) {
      const reply = await post(LIST, { token, headers: { ...headers, 'x-request-id': 'request-12' } });
      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
      expect(reply.headers.get('x-request-id')).toBe('request-12');
      expect(reply.headers.get('mcp-session-id')).toBeNull();
      expect(reply.json).toMatchObject({ jsonrpc: '2.0', id: 7, result: { tools: [{ name: 'search_docs' }, { name: 'open_passage' }] } });
    }
  });

  it('refuses what is no message in the words of the protocol', async () => {
    served = await serveMcp(undefined);
    const token = await served.token('acme');
    const codes = async (body: unknown, headers = {}) => {
      const { status, json } = await post(body, { token, headers });
      return [status, json?.error?.code ?? json?.error_code];
    };
    expect(await codes({ hello: 'world' })).toEqual([400, -32_700]);
    expect(await codes('{"jsonrpc":')).toEqual([400, 'INVALID_ARGUMENT']);
    expect(await codes({ ...LIST, method: 'resources/list' })).toEqual([200, -32_601]);
    expect(await codes({ ...LIST, method: 'tools/call', params: { name: 'drop_tables' } })).toEqual([200, -32_602]);
    expect(await codes(LIST, { 'mcp-protocol-version': '1999-01-01' })).toEqual([400, -32_000]);
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, { token })).status).toBe(202);
  });

  it('takes no batches, which would pass the rate limit as one request', async () => {
    served = await serveMcp(undefined, { perMinute: 2 });
    const token = await served.token('acme');
    expect(await post([LIST, LIST], { token })).toMatchObject({ status: 400, json: { error: { code: -32_600 } } });
    expect((await post(LIST, { token })).status).toBe(200);
    const limited = await post(LIST, { token });
    expect(limited).toMatchObject({ status: 429, json: { error_code: 'RATE_LIMITED' } });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await post(LIST, { token: await served.token('globex') })).status).toBe(200);
  });

  it.each(['GET', 'DELETE'])('has nothing for a %s', async (method) => {
    served = await serveMcp(undefined);
    const { status, headers, json } = await post(undefined, { method });
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('POST');
    expect(json).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32_000 } });
    expect(served.entries()).toEqual([expect.objectContaining({ severity: 'INFO', method, path: '/mcp', status: 405 })]);
  });

  describe('with an answer that takes its time', () => {
    const stopped = Promise.withResolvers<unknown>();
    const endless: Answering = ({ signal }) => {
      signal.addEventListener('abort', () => stopped.resolve(signal.reason));
      return abortable(new Promise<never>(() => {}), signal);
    };

    it('tells it to stop when the client goes', async () => {
      served = await serveMcp(undefined, { answering: endless });
      const { use } = await served.connect('acme');
      const leave = new AbortController();
      const asking = use('answer', { question: 'x' }, { signal: leave.signal });
      const http = fetch(`${served.url}/mcp`, {
        method: 'POST',
        signal: leave.signal,
        headers: { authorization: `Bearer ${await served.token('acme')}` },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'answer', arguments: { question: 'x' } } }),
      });
      setTimeout(() => leave.abort(), 200);
      await expect(asking).rejects.toThrow();
      await expect(http).rejects.toThrow();
      expect(await stopped.promise).toMatchObject({ message: 'The client has gone.' });
    });

    it('tells the model when time is up', async () => {
      served = await serveMcp(undefined, { answering: endless, timeoutMs: 300 });
      const { use } = await served.connect('acme');
      const late = await use('answer', { question: 'x' });
      expect(late).toMatchObject({ isError: true, _meta: { error_code: 'TIMEOUT' } });
      expect(served.entries().at(-1)).toMatchObject({ severity: 'ERROR', status: 200, error_code: 'TIMEOUT', tool: 'answer' });
    });

    it('tells the model when the instance is being stopped', async () => {
      served = await serveMcp(undefined, { answering: endless });
      const { use } = await served.connect('acme');
      const asking = use('answer', { question: 'x' });
      await new Promise((resolve) => setTimeout(resolve, 200));
      const drained = served.server.drain({ limitMs: 100 });
      expect((await asking).text).toMatch(/^UNAVAILABLE: This instance is being stopped.*Call again in 1 s/);
      expect(await drained).toBe(1);
      served = await serveMcp(undefined);
    });
  });
});
