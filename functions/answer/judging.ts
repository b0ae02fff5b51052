import { type Judge, judgedOf } from '../../shared/answering/judge.ts';
import type { Turn } from '../../shared/answering/turn.ts';
import { type Log, logFailure } from '../../shared/log.ts';
import { once } from '../once.ts';

export interface JudgingOptions {
  /** 0 to 1. */
  readonly share: number;
  /** Opened by the first answer that is judged. */
  readonly judge: () => Promise<Judge | undefined>;
  readonly timeoutMs: number;
  readonly random?: () => number;
}

/** Judges a sample of the answers after they were given, off the request's path, and logs how grounded they were. */
export interface Judging {
  consider(turn: Turn, log: Log): void;
  /** Resolves when what is under way has ended. */
  settled(): Promise<void>;
}

/** Refusals are counted beside it: declining everything would make groundedness perfect. */
export function createJudging({ share, judge, timeoutMs, random = Math.random }: JudgingOptions): Judging {
  const opened = once(judge);
  const running = new Set<Promise<void>>();
  const look = async ({ claims, passages }: ReturnType<typeof judgedOf>, log: Log): Promise<void> => {
    const grounded = await opened();
    if (!grounded) return;
    const result = await grounded(claims, passages, AbortSignal.timeout(timeoutMs));
    if (!result) return log.write('WARNING', 'an answer could not be judged');
    const { supported, costUsd } = result;
    log.write(supported < claims.length ? 'NOTICE' : 'INFO', 'groundedness', {
      groundedness: supported / claims.length,
      claims: claims.length,
      refused: false,
      ...(costUsd === undefined ? {} : { cost_usd: costUsd }),
    });
  };
  return {
    consider(turn, log) {
      const judged = judgedOf(turn);
      if (judged.claims.length === 0 || random() >= share) return;
      const work = look(judged, log)
        .catch((error: unknown) => logFailure(log, 'an answer could not be judged', error))
        .finally(() => running.delete(work));
      running.add(work);
    },
    settled: async () => void (await Promise.all(running)),
  };
}
