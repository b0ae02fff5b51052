import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ConfigError } from '../../shared/config.ts';
import { InvalidInput, Unavailable } from '../../shared/errors.ts';
import { createDrain, type DrainOptions } from './drain.ts';
import { failureBody, failureOf } from './failures.ts';
import { requestIdOf } from './request-id.ts';

/** The body as the functions framework would have it. */
export type Read = IncomingMessage & { body?: unknown; rawBody?: Buffer };

/** Answers a request whose body has been read. */
export type Listener = (request: Read, response: ServerResponse) => unknown;

/** Functions by the first segment of the path they serve; `*` serves the rest. */
export type Mounts = Readonly<Record<string, Listener>>;

/** A server in front of functions. */
export interface FrontServer {
  /** Resolves with the port when it can be reached; 0 picks a free one. Throws ConfigError when `port` can't be used. */
  listen(port: number, host?: string): Promise<number>;
  /** Stops it: see createDrain. Resolves with how many requests were cut off. */
  drain(options?: Partial<DrainOptions>): Promise<number>;
}

/** Without a platform that goes on sending for a moment there is nothing to wait for; Cloud Run kills after 10 s. */
const DRAIN: DrainOptions = { lingerMs: 0, limitMs: 8_000 };

/**
 * A server in front of functions. It reads each body itself, for the functions framework would buffer a gigabyte before it
 * asks anybody, and answers broken JSON and broken paths with pages of its own.
 */
export function createFrontServer(mounts: Mounts, maxBytes: number): FrontServer {
  const inner = new Map(Object.entries(mounts));
  const server = createServer((request: Read, response) => {
    const listener = inner.get(request.url?.split(/[/?]/)[1] ?? '') ?? inner.get('*');
    readRequest(request, maxBytes).then(
      (bytes) => {
        request.rawBody = bytes;
        request.body = /^application\/([\w.-]+\+)?json\b/i.test(request.headers['content-type'] ?? '') ? parsed(bytes) : bytes;
        if (!response.writableEnded) listener?.(request, response);
      },
      (error: unknown) => refuse(request, response, error),
    );
  });
  const drain = createDrain(server, refuse);
  return { listen: (port, host) => listen(server, port, host), drain: (options) => drain({ ...DRAIN, ...options }) };
}

async function listen(server: Server, port: number, host?: string): Promise<number> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  } catch (error) {
    throw new ConfigError(`PORT: ${port} can not be used (${error instanceof Error ? error.message : error})`);
  }
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

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
  if (response.headersSent) return;
  const requestId = requestIdOf(request.headers);
  const failure = failureOf(error);
  const retry = error instanceof Unavailable && error.retryAfterS ? { 'Retry-After': error.retryAfterS } : {};
  // The rest of the body is not read, so the connection can't serve another request.
  response.writeHead(failure.status, { 'Content-Type': 'application/json', 'X-Request-Id': requestId, Connection: 'close', ...retry });
  response.end(JSON.stringify(failureBody(failure, requestId)));
}
