/** The calls of one of Google's generated clients, below its public methods: their promises have not lost `cancel`. */
export interface GapicClient {
  readonly innerApiCalls: Readonly<Record<string, unknown>>;
}

export interface CallOptions {
  /** For this one attempt, in milliseconds. */
  readonly timeoutMs: number;
  /** The field that the call is routed by, and its value. */
  readonly routing: readonly [field: string, value: string];
  readonly signal: AbortSignal;
}

/**
 * Makes a call once, without the client's own retries, which know nothing of our deadlines. It is cancelled when the signal
 * aborts. Rejects with the client's error or with the signal's reason.
 */
export async function callOnce(client: GapicClient, method: string, request: object, { timeoutMs, routing, signal }: CallOptions) {
  signal.throwIfAborted();
  const call = client.innerApiCalls[method];
  if (typeof call !== 'function') throw new TypeError(`this client has no call named ${method}`);
  const [field, value] = routing;
  const headers = { 'x-goog-request-params': `${field}=${encodeURIComponent(value)}` };
  const sent: Promise<unknown> & { cancel(): void } = call(request, {
    timeout: timeoutMs,
    retry: null,
    autoPaginate: false,
    otherArgs: { headers },
  });
  const cancel = () => sent.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await sent;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
