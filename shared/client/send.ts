import { GroundwireError } from './error.ts';
import { parsed } from './reply.ts';

/** A token, or what gets one: it is asked before every request, so that it can be renewed. `url` is the function that is called. */
export type Token = string | ((url: string) => string | Promise<string>);

export interface Connection {
  /** For whom: the token of the user, whose tenant and groups decide what is seen. */
  readonly token: Token;
  /** Where Cloud Run lets only its own callers in: an ID token for the function, sent as X-Serverless-Authorization. */
  readonly identityToken?: Token | undefined;
  /** How often to try again what got 429 or 503 with a Retry-After; 2 by default. Nothing else is tried again. */
  readonly retries?: number | undefined;
  /** The longest Retry-After that is waited for, in seconds; 20 by default. */
  readonly maxRetryAfter?: number | undefined;
  /** In place of the global one. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export interface Outgoing {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly path: string;
  readonly body?: object | undefined;
  readonly accept?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The reply, if it is a good one. Throws GroundwireError otherwise, and what fetch throws when there is none. */
export async function send(outgoing: Outgoing, connection: Connection): Promise<Response> {
  const { fetch = globalThis.fetch, retries = 2, maxRetryAfter = 20 } = connection;
  for (let left = retries; ; left--) {
    const response = await fetch(outgoing.url + outgoing.path, await requestOf(outgoing, connection));
    if (response.ok) return response;
    const error = new GroundwireError(response.status, await jsonOf(response), response.headers);
    const { status, retryAfter } = error;
    const isPassing = (status === 429 || status === 503) && retryAfter !== undefined && retryAfter <= maxRetryAfter;
    if (!isPassing || left <= 0) throw error;
    await wait(retryAfter * 1_000, outgoing.signal);
  }
}

async function requestOf(
  { method, url, body, accept = 'application/json', signal }: Outgoing,
  connection: Connection,
): Promise<RequestInit> {
  const headers = new Headers({ accept, authorization: `Bearer ${await current(connection.token, url)}` });
  if (body) headers.set('content-type', 'application/json');
  if (connection.identityToken) headers.set('x-serverless-authorization', `Bearer ${await current(connection.identityToken, url)}`);
  return { method, headers, ...(body ? { body: JSON.stringify(body) } : {}), ...(signal ? { signal } : {}) };
}

const current = async (token: Token, url: string): Promise<string> => (typeof token === 'string' ? token : token(url));

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return parsed(await response.text());
  } catch {
    return undefined;
  }
}

/** Without Node's timers, for browsers have none that take a signal. */
async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let stop = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      stop = () => reject(signal?.reason);
      if (signal?.aborted) stop();
      signal?.addEventListener('abort', stop, { once: true });
      timer = setTimeout(resolve, ms);
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
