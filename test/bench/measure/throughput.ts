import { Unavailable } from '../../../shared/errors.ts';
import type { Asked, Method, Scope } from '../method.ts';

export interface Throughput {
  readonly clients: number;
  /** Searches that were answered whole. */
  readonly perSecond: number;
  /** Searches that were not, for want of a connection or of time. */
  readonly failed: number;
}

/** What so many clients get answered, each asking its next question when the last is answered. */
export async function measureThroughput(
  method: Method,
  scope: Scope,
  questions: readonly Asked[],
  clients: number,
  seconds: number,
): Promise<Throughput> {
  const start = performance.now();
  const until = start + seconds * 1_000;
  let next = 0;
  let done = 0;
  let failed = 0;
  const client = async () => {
    while (performance.now() < until) {
      const asked = questions[next++ % questions.length];
      if (!asked) return;
      try {
        await method.search(asked, scope);
        done++;
      } catch (error) {
        // What others throw when they get no connection is their own.
        if (!(error instanceof Unavailable) && method.group !== 'peers') throw error;
        failed++;
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  // Those under way at the end count, and so does the time that they take.
  return { clients, perSecond: (done * 1_000) / (performance.now() - start), failed };
}
