import { percentile } from '../../../shared/percentile.ts';
import type { Asked, Method, Scope } from '../method.ts';

/** Before anything counts each method answers other questions for so long: what a service knows after a while, it knows. */
const WARM_UP_MS = 4_000;
/** After so long a method has answered enough: without an index a question takes seconds in the embedded database. */
const MOST_MS = 60_000;
/** One method asks so many questions in a row, so that its pages and plans are as warm as in a service, then the next one. */
const BLOCK = 10;

export interface Answered {
  readonly method: Method;
  readonly scope: Scope;
  readonly p50: number;
  readonly p95: number;
  /** The passages that were found, of the first questions on as far as it got. */
  readonly answers: readonly (readonly string[])[];
}

/** Asks every method the same questions, one at a time, in blocks that take turns: what disturbs one disturbs all. Milliseconds. */
export async function measureLatency(
  methods: readonly Method[],
  scope: Scope,
  questions: readonly Asked[],
  others: readonly Asked[],
): Promise<readonly Answered[]> {
  const runs = methods.map((method) => ({ method, times: [] as number[], answers: [] as (readonly string[])[] }));
  for (const { method } of runs) {
    const until = performance.now() + WARM_UP_MS;
    for (const asked of others) if (performance.now() < until) await method.search(asked, scope);
  }
  for (let from = 0; from < questions.length; from += BLOCK) {
    for (const { method, times, answers } of runs) {
      if (times.reduce((sum, time) => sum + time, 0) > MOST_MS) continue;
      for (const asked of questions.slice(from, from + BLOCK)) {
        const start = performance.now();
        answers.push(await method.search(asked, scope));
        times.push(performance.now() - start);
      }
    }
  }
  return runs.map(({ method, times, answers }) => ({
    method,
    scope,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    answers,
  }));
}
