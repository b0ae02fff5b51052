import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** Aborts when the client goes away before it has the whole answer. */
  readonly gone: AbortSignal;
}

export interface FakeReply {
  /** 0 hangs up without an answer. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | object;
}

export interface FakeServer {
  readonly url: string;
  close(): Promise<void>;
}

/** A server on a free port of this machine (or the one asked for) that answers as `answer` says. */
export async function serveFake(answer: (request: FakeRequest) => Promise<FakeReply> | FakeReply, port = 0): Promise<FakeServer> {
  const server: Server = createServer((request, response) => void respond(request, response, answer));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: FakeRequest) => Promise<FakeReply> | FakeReply,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const gone = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) gone.abort(new Error('The client has gone.'));
  });
  const reply = await answer({
    method: request.method ?? 'GET',
    url: new URL(request.url ?? '/', 'http://fake'),
    headers: request.headers,
    body: Buffer.concat(chunks),
    gone: gone.signal,
  });
  if (reply.status === 0) return void request.socket.destroy();
  const bytes =
    reply.body === undefined ? undefined : reply.body instanceof Uint8Array ? reply.body : Buffer.from(JSON.stringify(reply.body));
  const type = reply.body instanceof Uint8Array ? 'application/octet-stream' : 'application/json';
  response.writeHead(reply.status ?? 200, { 'content-type': type, ...reply.headers });
  response.end(bytes);
}

/** An error as Google's JSON APIs write it. */
export const apiError = (status: number, reason: string, message: string, details: readonly object[] = []): FakeReply => ({
  status,
  body: { error: { code: status, message, status: reason, details } },
});
