import { setTimeout as sleep } from 'node:timers/promises';

export interface RetryOptions {
  /** Seconds to wait before each further attempt; their number is the number of retries. */
  readonly waits: readonly number[];
  /** A wait is lengthened by up to this share of it, so that callers who failed together don't come back together. */
  readonly jitter: number;
  readonly signal: AbortSignal;
  readonly worthRetrying: (error: unknown) => boolean;
  /** Seconds that the failed reply asked to wait, if it did: waited instead of the planned ones where longer. */
  readonly retryAfter?: (error: unknown) => number | undefined;
  readonly random?: () => number;
}

/**
 * Runs `attempt` until it succeeds, fails in a way that is not worth retrying, or the waits are used up; then throws
 * what it threw last. Stops at once, with the signal's reason, when the signal aborts.
 */
export async function retry<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { waits, jitter, signal, worthRetrying, retryAfter, random = Math.random } = options;
  for (let i = 0; ; i++) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      const wait = waits[i];
      if (wait === undefined || !worthRetrying(error)) throw error;
      const seconds = Math.max(wait, retryAfter?.(error) ?? 0);
      await sleep(seconds * 1_000 * (1 + jitter * random()), undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}
