import { withDeadline } from '../../shared/abort.ts';
import type { Check, Outcome } from '../../shared/preflight/check.ts';
import { failed, skipped } from '../../shared/preflight/check.ts';
import { failureOf } from '../../shared/preflight/failure.ts';

export type Result = Outcome & { readonly check: string };

export interface RunOptions {
  /** For each check by itself. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

const LATE = 'See whether it can be reached from here (network, firewall, proxy), and run this again.';

/** What a check came to, and whether one that needs it can be made. */
interface Ended {
  readonly outcome: Outcome;
  readonly isSound: boolean;
}

/**
 * Makes every check, side by side but for those that need another first, and gives out what they came to in the order of the
 * checks, each as soon as it and those before it have ended. However a check ends, the others go on. Rejects with the signal's
 * reason once that aborts.
 */
export async function* runChecks(checks: readonly Check[], options: RunOptions): AsyncIterable<Result> {
  const ended = new Map<string, Promise<Ended>>();
  for (const check of checks) {
    const end = endOf(check, ended, options);
    // When it is stopped all of them reject, and one is enough to hear of it.
    end.catch(() => undefined);
    ended.set(check.name, end);
  }
  for (const [check, promise] of ended) yield { check, ...(await promise).outcome };
}

/** A check that another needs stands before it. */
async function endOf(check: Check, before: ReadonlyMap<string, Promise<Ended>>, { deadlineMs, signal }: RunOptions): Promise<Ended> {
  for (const name of check.after ?? []) {
    const needed = await before.get(name);
    if (needed && !needed.isSound) return { outcome: skipped(`needs ${name}`), isSound: false };
  }
  const late = new Error('late');
  try {
    const outcome = await withDeadline((until) => check.run(until), { ms: deadlineMs, signal, late: () => late });
    return { outcome, isSound: outcome.state !== 'failed' };
  } catch (error) {
    signal.throwIfAborted();
    const outcome = error === late ? failed(`No answer within ${deadlineMs / 1_000} s.`, check.late ?? LATE) : failureOf(error);
    return { outcome, isSound: false };
  }
}
