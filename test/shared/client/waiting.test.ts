import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type Call, createHandler, type Reply, type Respond } from '../../../functions/http/handle.ts';
import { createFrontServer, type FrontServer } from '../../../functions/http/server.ts';
import { createClient } from '../../../shared/client/index.ts';
import { NotFound, Unavailable } from '../../../shared/errors.ts';
import { quiet } from '../../support/stores.ts';

const ANSWER = {
  status: 'success',
  answer: 'Öl [S1].',
  citations: [],
  refused: false,
  hops: 1,
  usage: { calls: 1, input_tokens: 1, output_tokens: 1, cost_usd: null },
  request_id: 'r',
};

describe('the client, of a server that is busy or slow', () => {
  let server: FrontServer;
  let headers: NodeJS.Dict<string | string[]>[];
  afterEach(() => server.drain({ limitMs: 300 }));

  /** A client of a server that answers the nth request with the nth of `replies`, the last one ever after. */
  const clientOf = async (replies: readonly ((signal: AbortSignal) => Promise<Reply>)[], retries?: number) => {
    headers = [];
    let asked = 0;
    const handle = async ({ signal }: Call) => (replies[asked++] ?? replies.at(-1) ?? fine)(signal);
    const handler = createHandler(
      ['/search', '/answer'].map((path) => ({ method: 'POST', path, open: true, handle }) as const),
      { log: quiet, project: undefined, timeoutMs: 10_000 },
    );
    const listener: typeof handler = (request, response) => {
      headers.push(request.headers);
      return handler(request, response);
    };
    server = createFrontServer({ '*': listener }, 10_000);
    const url = `http://127.0.0.1:${await server.listen(0, '127.0.0.1')}`;
    return createClient({ url, token: 't', identityToken: (audience) => `for ${audience}`.replaceAll(/\W/g, '.'), retries });
  };
  const busy =
    (retryAfterS?: number, code: 'UNAVAILABLE' | 'RATE_LIMITED' = 'UNAVAILABLE') =>
    async (): Promise<Reply> => {
      throw new Unavailable('Busy.', { code, ...(retryAfterS ? { retryAfterS } : {}) });
    };
  const fine = async () => ({ status: 'success', passages: [] });
  const streamed =
    (...chunks: readonly (string | Buffer)[]) =>
    async (): Promise<Respond> =>
    async (response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      for (const chunk of chunks) {
        response.write(chunk);
        await sleep(1);
      }
      response.end();
    };
  const answer = `event: answer\ndata: ${JSON.stringify(ANSWER)}\n\n`;

  it('sends both tokens, each in its header', async () => {
    const client = await clientOf([fine]);
    await client.search({ query: 'x' });
    expect(headers[0]).toMatchObject({
      authorization: 'Bearer t',
      'x-serverless-authorization': expect.stringMatching(/^Bearer for\.http\.\.\.127\.0\.0\.1\.\d+$/),
    });
  });

  it('tries again what got 429 or 503 with a time, and waits for that long', async () => {
    const client = await clientOf([busy(1), busy(1, 'RATE_LIMITED'), fine]);
    const start = performance.now();
    expect(await client.search({ query: 'x' })).toMatchObject({ status: 'success' });
    expect(performance.now() - start).toBeGreaterThan(1_900);
    expect(headers).toHaveLength(3);
  });

  it.each([
    ['no time is given', busy(), 1],
    ['the time is long', busy(3_600, 'RATE_LIMITED'), 1],
    ['it has tried often enough', busy(1), 2],
    ['trying again does not help', () => Promise.reject(new NotFound('No.')), 1],
    ['it is a fault', () => Promise.reject(new TypeError('a bug')), 1],
  ])('gives up when %s', async (_, reply, times) => {
    const client = await clientOf([reply], 1);
    await expect(client.search({ query: 'x' })).rejects.toMatchObject({ name: 'GroundwireError' });
    expect(headers).toHaveLength(times);
  });

  it('does not wait on when it is told to stop', async () => {
    const client = await clientOf([busy(10)]);
    await expect(client.search({ query: 'x' }, { signal: AbortSignal.timeout(100) })).rejects.toThrow(/timeout/);
  });

  it('has a reply that is none of ours as an error without a code', async () => {
    const client = await clientOf([
      async () => async (response) => {
        response.writeHead(403, { 'Content-Type': 'text/html' });
        response.end('<h1>Your client does not have permission</h1>');
      },
    ]);
    await expect(client.search({ query: 'x' })).rejects.toMatchObject({
      code: 'UNKNOWN',
      status: 403,
      message: expect.stringMatching(/403/),
    });
  });

  it('answers', async () => {
    const client = await clientOf([async () => ANSWER]);
    expect(await client.answer({ question: 'x' })).toEqual(ANSWER);
  });

  it('streams an answer, however its bytes come', async () => {
    const text = `: alive\n\nevent: stage\ndata: {"stage":"search","hop":1}\n\nevent: token\r\ndata: {"text":"Öl"}\r\n\r\n${answer}`;
    const bytes = Buffer.from(text);
    for (const size of [1, 7, bytes.length]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
      const client = await clientOf([streamed(...chunks)]);
      const events = await Array.fromAsync(client.answerStream({ question: 'x' }));
      expect(events).toEqual([
        { event: 'stage', data: { stage: 'search', hop: 1 } },
        { event: 'token', data: { text: 'Öl' } },
        { event: 'answer', data: ANSWER },
      ]);
      if (size < bytes.length) await server.drain();
    }
  });

  it.each([
    ['is refused before it begins', busy(), /Busy/],
    [
      'fails on its way',
      streamed('event: error\ndata: {"status":"error","error_code":"TIMEOUT","message":"Too long.","request_id":"r"}\n\n'),
      /Too long/,
    ],
    ['ends before the answer', streamed('event: stage\ndata: {"stage":"reduce"}\n\n'), /ended before/],
  ])('a stream that %s throws', async (_, reply, message) => {
    const client = await clientOf([reply]);
    await expect(Array.fromAsync(client.answerStream({ question: 'x' }))).rejects.toThrow(message);
  });

  it('stops the work when the loop over a stream is left', async () => {
    const stopped = Promise.withResolvers<void>();
    const client = await clientOf([
      async (signal) => async (response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        response.write('event: stage\ndata: {"stage":"search"}\n\n');
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        stopped.resolve();
        response.end();
      },
    ]);
    for await (const { event } of client.answerStream({ question: 'x' })) {
      expect(event).toBe('stage');
      break;
    }
    await stopped.promise;
  });
});
