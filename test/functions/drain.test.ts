import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { createHandler, type OpenRoute } from '../../functions/http/handle.ts';
import { createFrontServer, type FrontServer } from '../../functions/http/server.ts';
import { abortable } from '../../shared/abort.ts';
import { quiet } from '../support/stores.ts';

/** How long a request takes that nobody stops. */
const SLOW_MS = 300;

describe('a server that is told to stop', () => {
  let server: FrontServer;
  let port: number;
  const sockets: Socket[] = [];
  const agent = new Agent({ keepAlive: true });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
  });

  const route = (path: string, handle: OpenRoute['handle']): OpenRoute => ({ method: 'GET', path, open: true, handle });
  const serve = async () => {
    const handler = createHandler(
      [
        route('/quick', async () => ({ status: 'success' })),
        route('/slow', async () => sleep(SLOW_MS, { status: 'success' })),
        route('/endless', ({ signal }) => abortable(new Promise<never>(() => {}), signal)),
      ],
      { log: quiet, project: undefined, timeoutMs: 30_000 },
    );
    server = createFrontServer({ '*': handler, deaf: () => {} }, 1_000);
    port = await server.listen(0, '127.0.0.1');
  };
  const get = (path: string, kept: Agent | false = false) =>
    new Promise<{ status: number | undefined; connection: string | undefined; retryAfter: string | undefined; body: string }>(
      (resolve, reject) => {
        const asking = request({ host: '127.0.0.1', port, path, agent: kept }, (response) => {
          let body = '';
          response.on('data', (data) => {
            body += data;
          });
          const { connection, 'retry-after': retryAfter } = response.headers;
          response.on('end', () => resolve({ status: response.statusCode, connection, retryAfter, body }));
        });
        asking.on('error', reject);
        asking.end();
      },
    );
  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  /** A connection that has been used before, and is open for more. */
  const used = async () => {
    const socket = await open();
    socket.write('GET /quick HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 200 .*Connection: keep-alive/s);
    return socket;
  };
  const elapsed = async (work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };

  it('answers what is under way, as the last on its connection, and closes those that are idle', async () => {
    await serve();
    const idle = await used();
    const closed = once(idle, 'close');
    expect((await get('/quick', agent)).connection).toBe('keep-alive');
    const slow = get('/slow', agent);
    await sleep(SLOW_MS / 6);
    expect(await server.drain()).toBe(0);
    expect(await slow).toMatchObject({ status: 200, connection: 'close' });
    await closed;
    await expect(get('/quick')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('answers what was on its way: on a connection that is open, and on a new one', async () => {
    await serve();
    const idle = await used();
    const drained = server.drain({ lingerMs: SLOW_MS });
    idle.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await get('/quick')).toMatchObject({ status: 200, connection: 'close' });
    expect(String(await once(idle, 'data'))).toMatch(/^HTTP\/1.1 200 .*Connection: close/s);
    expect(await drained).toBe(0);
  });

  it('answers those whose connections the system has taken while it was busy', async () => {
    await serve();
    // A client of its own thread, for this one does nothing but be busy.
    const client = `
      const { connect } = require('node:net');
      const { parentPort, workerData } = require('node:worker_threads');
      const replies = Array.from({ length: 30 }, () => new Promise((resolve) => {
        const socket = connect(workerData, '127.0.0.1', () => socket.write('GET /slow HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n'));
        let text = '';
        socket.on('data', (data) => { text += data; });
        socket.on('error', (error) => resolve(error.message));
        socket.on('close', () => resolve(text.split('\\r\\n', 1)[0]));
      }));
      Promise.all(replies).then((all) => parentPort.postMessage([...new Set(all)]));`;
    const worker = new Worker(client, { eval: true, workerData: port });
    const replied = once(worker, 'message');
    await once(worker, 'online');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
    expect(await server.drain()).toBe(0);
    expect(await replied).toEqual([['HTTP/1.1 200 OK']]);
    await worker.terminate();
  });

  it('tells a request that takes too long to end, and its client to try again, and cuts off one that does not listen', async () => {
    await serve();
    const replies = [get('/endless'), get('/endless', agent), get('/deaf')];
    await sleep(50);
    expect(await server.drain({ limitMs: 100 })).toBe(3);
    for (const reply of await Promise.all(replies)) {
      expect(reply).toMatchObject({ status: 503, connection: 'close', retryAfter: '1' });
      expect(JSON.parse(reply.body)).toMatchObject({ error_code: 'UNAVAILABLE', message: 'This instance is being stopped. Try again.' });
    }
  });

  it('does not wait for connections that have asked for nothing, or not yet for all', async () => {
    await serve();
    await open();
    const half = await open();
    half.write('GET /quick HT');
    expect(await elapsed(() => server.drain())).toBeLessThan(1_000);
  });
});
