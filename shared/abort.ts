/** What `promise` comes to, or a rejection with the signal's reason as soon as that aborts; `promise` itself goes on. */
export async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const stop = () => aborted.reject(signal.reason);
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([aborted.promise, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/**
 * Runs `work` with a signal that aborts when `signal` does, when `ms` are over, or when the work has ended, so that nothing it
 * started outlives it. Rejects with `late()` when time is up, whether the work listens to its signal or not.
 */
export async function withDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { ms, signal, late }: { readonly ms: number; readonly signal: AbortSignal; readonly late: () => Error },
): Promise<T> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(late()), ms);
  const until = AbortSignal.any([signal, stop.signal]);
  try {
    until.throwIfAborted();
    return await abortable(work(until), until);
  } finally {
    clearTimeout(timer);
    stop.abort(new Error('The work has ended.'));
  }
}
