import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { abortable } from '../../abort.ts';
import type { RagConfig } from '../../config.ts';
import { isPassing } from '../../errors.ts';
import { translate } from './failures.ts';

/** What is used of gax's `Operation`; one that has ended is unpacked without another request. */
interface Pollable {
  readonly latestResponse: { readonly done?: boolean | null };
  getOperation(): Promise<readonly unknown[]>;
}

const pollable = z.custom<Pollable>(
  (value) => typeof value === 'object' && value !== null && 'getOperation' in value && 'latestResponse' in value,
);
const started = z.tuple([pollable]).rest(z.unknown());

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;
const SLOWER = 1.6;

/**
 * Waits for the end of a long-running operation and returns its response. Asks again where it can't be asked just then; rejects
 * with what ended the operation, as one of our errors, or with the signal's reason.
 */
export async function completed(reply: unknown, config: RagConfig, signal: AbortSignal): Promise<unknown> {
  const [operation] = started.parse(reply);
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, wait * SLOWER)) {
    try {
      const [response] = await abortable(operation.getOperation(), signal);
      if (operation.latestResponse.done) return response;
    } catch (thrown) {
      signal.throwIfAborted();
      const error = translate(thrown, config);
      if (operation.latestResponse.done || !isPassing(error)) throw error;
    }
    await sleep(wait, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
