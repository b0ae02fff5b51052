import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '../../shared/errors.ts';

export interface DrainOptions {
  /** For this long what was already on its way is still let in: connections that wait to be taken, requests on open ones. */
  readonly lingerMs: number;
  /** After this long, counted from the start, what is still under way is told to end, and gets a 503 if it doesn't. */
  readonly limitMs: number;
}

/** A request of a server that can be drained. */
export type Stoppable = IncomingMessage & {
  /** Aborts, with Unavailable, when the server stops and this request has taken too long. */
  stopping?: AbortSignal;
};

/** Cloud Run kills 10 s after SIGTERM; what is cut off at 8 s has a second to be told so, and clients one to be closed. */
const AFTER_LIMIT_MS = 500;
const POLL_MS = 10;
const QUIET_ROUNDS = 3;

/**
 * How `server` stops: once told to, it answers what is under way and what still comes in, each reply with `Connection: close`, for
 * on a connection that is closed without a word a client may have sent its next request already. Then it takes nothing more, and
 * what does not end in time is handed to `refuse`. Resolves, when nothing is left, with how many requests were cut off.
 */
export function createDrain(
  server: Server,
  refuse: (request: IncomingMessage, response: ServerResponse, error: Unavailable) => void,
): (options: DrainOptions) => Promise<number> {
  const underWay = new Map<ServerResponse, { readonly request: Stoppable; readonly stop: AbortController }>();
  let isDraining = false;
  let arrived = 0;
  server.on('connection', () => arrived++);
  server.prependListener('request', (request: Stoppable, response: ServerResponse) => {
    arrived++;
    const stop = new AbortController();
    request.stopping = stop.signal;
    underWay.set(response, { request, stop });
    response.once('close', () => underWay.delete(response));
    if (isDraining) isLast(response);
  });
  const ended = async (until: number) => {
    while (underWay.size > 0 && performance.now() < until) await sleep(POLL_MS);
  };
  /** Lets in what the system has taken for us: a round of the event loop accepts one connection, and another reads from it. */
  const letIn = async (until: number) => {
    for (let quiet = 0; quiet < QUIET_ROUNDS && performance.now() < until; ) {
      const before = arrived;
      await setImmediate();
      quiet = arrived === before ? quiet + 1 : 0;
    }
  };

  return async ({ lingerMs, limitMs }) => {
    const limit = performance.now() + limitMs;
    isDraining = true;
    for (const response of underWay.keys()) isLast(response);
    await sleep(Math.min(lingerMs, limitMs));
    await letIn(limit);
    const closed = new Promise<void>((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
    do {
      await ended(limit);
      await letIn(limit);
    } while (underWay.size > 0 && performance.now() < limit);

    const late = underWay.size;
    const reason = new Unavailable('This instance is being stopped. Try again.', { retryAfterS: 1 });
    for (const { stop } of underWay.values()) stop.abort(reason);
    await ended(performance.now() + AFTER_LIMIT_MS);
    for (const [response, { request }] of underWay) if (!response.headersSent) refuse(request, response, reason);
    await ended(performance.now() + AFTER_LIMIT_MS);
    // What is left is connections without a request, and clients that don't read.
    await Promise.race([closed, sleep(POLL_MS)]);
    server.closeAllConnections();
    await closed;
    return late;
  };
}

function isLast(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
