import { abortable } from '../../abort.ts';

export interface HedgeOptions {
  /** Milliseconds without an answer after which the same is tried a second time. */
  readonly afterMs: number;
  readonly signal: AbortSignal;
  /** Asked when it comes to a second attempt; without one, or when it says yes, that is started. */
  readonly allowed?: () => boolean;
}

/**
 * A hedged request (Dean and Barroso, The Tail at Scale, 2013): starts `attempt`, and the same again beside it when there is
 * no answer after a while. The first success wins, and the signal of both attempts aborts. A failure counts when no attempt is
 * left under way, so one before the second attempt has started is final. Rejects with the signal's reason when that aborts.
 */
export async function hedged<T>(
  attempt: (signal: AbortSignal, number: 1 | 2) => Promise<T>,
  { afterMs, signal, allowed = () => true }: HedgeOptions,
): Promise<T> {
  signal.throwIfAborted();
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  const outcome = Promise.withResolvers<T>();
  let underWay = 0;
  const start = async (number: 1 | 2) => {
    underWay++;
    try {
      outcome.resolve(await attempt(until, number));
    } catch (error) {
      if (--underWay === 0) outcome.reject(error);
    }
  };
  const timer = setTimeout(() => {
    if (allowed()) void start(2);
  }, afterMs);
  try {
    void start(1);
    return await abortable(outcome.promise, signal);
  } finally {
    clearTimeout(timer);
    over.abort(new Error('It has been answered.'));
  }
}
