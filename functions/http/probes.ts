import { http } from '@google-cloud/functions-framework';
import { abortable } from '../../shared/abort.ts';
import { NotMigrated, Unavailable } from '../../shared/errors.ts';
import { remember } from '../../shared/remember.ts';
import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { createHandler, type HandlerOptions, type OpenRoute } from './handle.ts';

/** Opens what a function needs, if it isn't open, and asks it. Throws when it can't work now. */
export type Ready = (signal: AbortSignal) => Promise<unknown>;

/** Anybody may ask, so what lies behind is asked once a second, and for less than the two seconds that Cloud Run's probes wait (terraform/functions.tf). */
const ANSWER_MS = 1_000;
const WAIT_MS = 1_500;

/**
 * GET /healthz: the process answers. GET /readyz: so does what it needs, a database of the right schema. GET /startupz: the same,
 * but a schema that is still to come will do. It is for a startup probe: an instance gets no request before what it needs answers,
 * yet a release can start, which migrates once its instances are up. They say nothing else, to anybody; why not is in the log.
 */
export function probes(ready: Ready): readonly OpenRoute[] {
  const failure = remember(
    async () => {
      const signal = AbortSignal.timeout(WAIT_MS);
      return abortable(ready(signal), signal).then(
        () => undefined,
        (cause: unknown) => ({ cause }),
      );
    },
    { key: () => '', most: 1, ttlMs: ANSWER_MS },
  );
  const probe = (path: string, suffices: (cause: unknown) => boolean): OpenRoute => ({
    method: 'GET',
    path,
    open: true,
    probe: true,
    handle: async () => {
      const failed = await failure(undefined);
      if (failed && !suffices(failed.cause)) throw new Unavailable('Not ready. Try again.', { cause: failed.cause, retryAfterS: 1 });
      return { status: 'success' };
    },
  });
  return [
    { method: 'GET', path: '/healthz', open: true, probe: true, handle: async () => ({ status: 'success' }) },
    probe('/readyz', () => false),
    probe('/startupz', (cause) => cause instanceof NotMigrated),
  ];
}

/** That each of these is open, and that the backend among them answers. Of several failures it throws one that no migration mends. */
export const needs =
  (backend: (() => Promise<Pick<RetrievalBackend, 'ready'>>) | undefined, ...others: readonly (() => Promise<unknown>)[]): Ready =>
  async (signal) => {
    const asked = await Promise.allSettled([...others.map((open) => open()), backend?.().then((opened) => opened.ready?.(signal))]);
    const [first, ...rest] = asked.flatMap((one) => (one.status === 'rejected' ? [{ reason: one.reason }] : []));
    if (first) throw [first, ...rest].find(({ reason }) => !(reason instanceof NotMigrated))?.reason ?? first.reason;
  };

/** Registers the function `probes`, for one that takes events and so has no routes: a bundle serves it beside that. */
export const registerProbes = (ready: Ready, options: HandlerOptions): void => {
  http('probes', createHandler(probes(ready), options));
};
