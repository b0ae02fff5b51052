import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getTestServer } from '@google-cloud/functions-framework/testing';
import { InvalidInput } from '../../shared/errors.ts';
import { failureBody, failureOf } from './failures.ts';
import { requestIdOf } from './request-id.ts';

/** Registered functions by the first segment of the path they serve; `*` serves the rest. */
export type Mounts = Readonly<Record<string, string>>;

type Framed = IncomingMessage & { body?: unknown; rawBody?: Buffer };

/**
 * A server in front of functions that run in the functions framework. It reads each body itself, for the framework
 * would buffer a gigabyte before it asks anybody, and answers broken JSON and broken paths with pages of its own.
 */
export function createFrontServer(mounts: Mounts, maxBytes: number): Server {
  const inner = new Map(Object.entries(mounts).map(([segment, name]) => [segment, getTestServer(name)]));
  return createServer((request: Framed, response) => {
    const target = inner.get(request.url?.split(/[/?]/)[1] ?? '') ?? inner.get('*');
    readRequest(request, maxBytes).then(
      (bytes) => {
        request.rawBody = bytes;
        request.body = /^application\/([\w.-]+\+)?json\b/i.test(request.headers['content-type'] ?? '') ? parsed(bytes) : bytes;
        target?.emit('request', request, response);
      },
      (error: unknown) => refuse(request, response, error),
    );
  });
}

/** Stops taking connections, lets what is under way end, and resolves when it has. */
export const drain = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeIdleConnections();
  });

/** The body. Refuses what the framework would answer with a page of its own: a path that can't be decoded, a body too large. */
async function readRequest(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (!isDecodable(request.url ?? '')) throw new InvalidInput('INVALID_ARGUMENT', 'The path is not percent-encoded as it should be.');
  const tooLarge = () => new InvalidInput('PAYLOAD_TOO_LARGE', `The body has more than ${maxBytes} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function isDecodable(url: string): boolean {
  try {
    return decodeURIComponent(url.split('?')[0] ?? '') !== '';
  } catch {
    return false;
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const requestId = requestIdOf(request.headers);
  const failure = failureOf(error);
  // The rest of the body is not read, so the connection can't serve another request.
  response.writeHead(failure.status, { 'Content-Type': 'application/json', 'X-Request-Id': requestId, Connection: 'close' });
  response.end(JSON.stringify(failureBody(failure, requestId)));
}
