import pLimit from 'p-limit';
import pThrottle from 'p-throttle';
import { abortable } from '../../abort.ts';
import { isPassing } from '../../errors.ts';
import { retry } from '../../retry.ts';

/** Seconds before another attempt: a quota of a minute is there again within a minute. */
const WAITS = [1, 2, 4, 8, 16, 32];
const JITTER = 0.5;
const MINUTE_MS = 60_000;

export interface QuotaOptions {
  readonly requestsPerMinute: number;
  readonly imports: number;
  readonly waits?: readonly number[];
  readonly windowMs?: number;
}

export interface Quota {
  /** Waits for its turn within the minute's requests, and tries again what a while may mend. */
  request<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** At most so many at once as the service allows. */
  import<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** Keeps to the quotas of RAG Engine's data management, which the service answers with 429 and does not queue for. */
export function createQuota({ requestsPerMinute, imports, waits = WAITS, windowMs = MINUTE_MS }: QuotaOptions): Quota {
  // `strict` counts any 60 seconds, as the service does, and not each minute of its own.
  const turn = pThrottle({ limit: requestsPerMinute, interval: windowMs, strict: true })(async () => {});
  const slot = pLimit(imports);
  return {
    request: (work, signal) =>
      retry(
        async () => {
          await abortable(turn(), signal);
          return work();
        },
        { waits, jitter: JITTER, signal, worthRetrying: isPassing },
      ),
    import: (work, signal) =>
      slot(() => {
        signal.throwIfAborted();
        return work();
      }),
  };
}
