import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type Call, createHandler, type Respond } from '../../functions/http/handle.ts';
import { createFrontServer, type FrontServer } from '../../functions/http/server.ts';
import { abortable } from '../../shared/abort.ts';
import { InvalidInput, Unavailable } from '../../shared/errors.ts';
import { createLog } from '../../shared/log.ts';

const TIMEOUT_MS = 400;
const endless = (signal: AbortSignal) => abortable(new Promise<never>(() => {}), signal);

describe('a route that writes its own response', () => {
  let server: FrontServer | undefined;
  let url: string;
  let lines: string[];
  const stop = async (limitMs: number) => {
    const stopping = server;
    server = undefined;
    return stopping?.drain({ limitMs });
  };
  afterEach(() => stop(200));

  const serve = async (handle: (call: Call) => Promise<Respond>, timeoutMs = TIMEOUT_MS) => {
    lines = [];
    const handler = createHandler([{ method: 'GET', path: '/own', open: true, handle }], {
      log: createLog('DEBUG', (line) => lines.push(line)),
      project: undefined,
      timeoutMs,
    });
    server = createFrontServer({ '*': handler }, 1_000);
    url = `http://127.0.0.1:${await server.listen(0, '127.0.0.1')}/own`;
  };
  const entry = async () => {
    await expect.poll(() => lines.length, { timeout: 5_000 }).toBe(1);
    return JSON.parse(lines[0] ?? '');
  };
  const begin = (...[response]: Parameters<Respond>) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('event: stage\n\n');
  };
  const open = async () => {
    const [reply]: IncomingMessage[] = await once(get(url), 'response');
    if (!reply) throw new Error('no reply');
    return reply;
  };

  it('has its status, type and bytes, and the request id, and is logged like other replies', async () => {
    await serve(async ({ note, requestId }) => async (response, { headers }) => {
      note({ said: headers['x-said'] });
      response.writeHead(405, { 'Content-Type': 'text/plain', Allow: 'POST' });
      response.end(`not ${requestId}`);
    });
    const reply = await fetch(url, { headers: { 'x-request-id': 'request-1', 'x-said': 'hello' } });
    expect(reply.status).toBe(405);
    expect(await reply.text()).toBe('not request-1');
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'text/plain',
      allow: 'POST',
      'x-request-id': 'request-1',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const fields = { severity: 'INFO', message: 'request', path: '/own', status: 405, ms: expect.any(Number), said: 'hello' };
    expect(await entry()).toMatchObject(fields);
  });

  it('is read while it is written', async () => {
    const more = Promise.withResolvers<void>();
    await serve(async () => async (response, request) => {
      begin(response, request);
      await more.promise;
      response.end('event: answer\n\n');
    });
    const reader = (await fetch(url)).body?.getReader();
    const text = async () => new TextDecoder().decode((await reader?.read())?.value);
    expect(await text()).toBe('event: stage\n\n');
    expect(lines).toEqual([]);
    more.resolve();
    expect(await text()).toBe('event: answer\n\n');
    expect(await entry()).toMatchObject({ severity: 'INFO', status: 200 });
  });

  it('becomes the usual error when it fails before it has begun, whatever headers it has set', async () => {
    await serve(async () => async (response) => {
      response.setHeader('Content-Type', 'text/event-stream');
      throw new Unavailable('Not now.', { retryAfterS: 7 });
    });
    const reply = await fetch(url);
    expect(reply.status).toBe(503);
    expect(reply.headers.get('retry-after')).toBe('7');
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await reply.json()).toMatchObject({ status: 'error', error_code: 'UNAVAILABLE', message: 'Not now.' });
    expect(await entry()).toMatchObject({ severity: 'ERROR', status: 503, error_code: 'UNAVAILABLE' });
  });

  it('becomes the usual error when the request is refused before', async () => {
    await serve(async () => {
      throw new InvalidInput('INVALID_ARGUMENT', 'question: missing');
    });
    expect((await fetch(url)).status).toBe(400);
    expect(await entry()).toMatchObject({ severity: 'INFO', status: 400, error_code: 'INVALID_ARGUMENT' });
  });

  it('is cut off when it fails later, for it must not look whole', async () => {
    await serve(async () => async (response, request) => {
      begin(response, request);
      await sleep(20);
      throw new TypeError('a bug');
    });
    const reply = await fetch(url);
    expect(reply.status).toBe(200);
    await expect(reply.text()).rejects.toThrow();
    expect(await entry()).toMatchObject({ severity: 'ERROR', status: 200, error_code: 'INTERNAL' });
  });

  it('may end with an error of its own and have it logged', async () => {
    await serve(async () => async (response, request) => {
      begin(response, request);
      response.end('event: error\n\n');
      throw new Unavailable('The model does not answer.');
    });
    expect(await (await fetch(url)).text()).toBe('event: stage\n\nevent: error\n\n');
    expect(await entry()).toMatchObject({ severity: 'ERROR', status: 200, error_code: 'UNAVAILABLE' });
  });

  it('is cut off, as a bug, when it does not end its response', async () => {
    await serve(
      async () =>
        async (...response) =>
          begin(...response),
    );
    await expect(fetch(url).then((reply) => reply.text())).rejects.toThrow();
    expect(await entry()).toMatchObject({ severity: 'ERROR', error_code: 'INTERNAL' });
  });

  it('is told when its client goes', async () => {
    const told = Promise.withResolvers<unknown>();
    await serve(
      async ({ signal }) =>
        async (...response) => {
          begin(...response);
          await endless(signal).catch(told.resolve);
        },
      30_000,
    );
    (await open()).destroy();
    expect(await told.promise).toMatchObject({ message: 'The client has gone.' });
    expect(await entry()).toMatchObject({ status: 200 });
  });

  it('is told when time is up: with the usual error before it has begun, cut off after', async () => {
    await serve(
      async ({ signal }) =>
        () =>
          endless(signal),
    );
    expect((await fetch(url)).status).toBe(504);
    await serve(async ({ signal }) => async (...response) => {
      begin(...response);
      await endless(signal);
    });
    await expect(fetch(url).then((reply) => reply.text())).rejects.toThrow();
    expect(await entry()).toMatchObject({ severity: 'ERROR', status: 200, error_code: 'TIMEOUT' });
  });

  it('is let end, as the last on its connection, by a server that is told to stop', async () => {
    await serve(async () => async (response, request) => {
      begin(response, request);
      await sleep(150);
      response.end('event: answer\n\n');
    });
    const reply = await fetch(url);
    expect(await stop(1_000)).toBe(0);
    expect(await reply.text()).toBe('event: stage\n\nevent: answer\n\n');
  });

  it('is told to end by a server that can not wait for it', async () => {
    await serve(
      async ({ signal }) =>
        async (response, request) => {
          begin(response, request);
          await endless(signal).catch((error) => {
            response.end(`event: error\n\n`);
            throw error;
          });
        },
      30_000,
    );
    const reply = await fetch(url);
    expect(await stop(100)).toBe(1);
    expect(await reply.text()).toBe('event: stage\n\nevent: error\n\n');
    expect(await entry()).toMatchObject({
      status: 200,
      error_code: 'UNAVAILABLE',
      error: { message: expect.stringMatching(/being stopped/) },
    });
  });
});
