import type { Asked, Method, Scope } from '../method.ts';

/** Searches a second that so many clients get answered, each asking its next question when the last is answered. */
export async function measureThroughput(
  method: Method,
  scope: Scope,
  questions: readonly Asked[],
  clients: number,
  seconds: number,
): Promise<number> {
  const start = performance.now();
  const until = start + seconds * 1_000;
  let next = 0;
  let done = 0;
  const client = async () => {
    while (performance.now() < until) {
      const asked = questions[next++ % questions.length];
      if (!asked) return;
      await method.search(asked, scope);
      done++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  // Those under way at the end count, and so does the time that they take.
  return (done * 1_000) / (performance.now() - start);
}
