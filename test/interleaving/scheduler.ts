import { setTimeout as sleep } from 'node:timers/promises';
import type { Driver, Session } from '../../shared/retrieval/pgvector/store/store.ts';

/** What a process dies of in these tests. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

export interface Scheduler {
  /** A driver for one process, each of whose statements waits for its turn, and may be the last thing that it does. */
  driver(process: number): Driver;
  /** Runs the processes to their ends, one statement at a time, in the order that `choose` gives. */
  run(processes: readonly (() => Promise<void>)[]): Promise<void>;
}

export interface SchedulerOptions {
  readonly driver: Driver;
  /** Picks one of `count` ways to go on. */
  choose(count: number): number;
  /** Whether the process that is about to go on dies instead. */
  crashes(): boolean;
  /** The engine takes one transaction at a time; otherwise a statement may have to wait for another transaction's lock. */
  readonly oneAtATime: boolean;
}

/** How long a statement of a server may take before it is held to wait for a lock. */
const PATIENCE_MS = 15;

/** Interleaves processes statement by statement. With an engine that takes one transaction at a time, the same choices give the same order. */
export function createScheduler({ driver, choose, crashes, oneAtATime }: SchedulerOptions): Scheduler {
  const waiting = new Map<number, { readonly opens: boolean; go(): void; die(): void }>();
  let running = 0;
  let holder: number | undefined;
  let moved: () => void = () => {};
  const turn = (process: number, opens: boolean) =>
    new Promise<void>((resolve, reject) => {
      running--;
      waiting.set(process, { opens, go: resolve, die: () => reject(new Crash()) });
      moved();
    });

  return {
    driver: (process) => ({
      ...driver,
      async transaction(opening, work) {
        await turn(process, true);
        holder = process;
        try {
          return await driver.transaction(opening, async (session) => {
            // Statements that are sent together are run one after another, as on any connection. After a death there are no more.
            let last: Promise<unknown> = Promise.resolve();
            const inOrder = <T>(statement: () => Promise<T>): Promise<T> => {
              const result = last.then(async () => {
                await turn(process, false);
                return statement();
              });
              last = result;
              return result;
            };
            const scheduled: Session = {
              query: (sql, values) => inOrder(() => session.query(sql, values)),
              script: (sql) => inOrder(() => session.script(sql)),
            };
            const result = await work(scheduled);
            // Between the last statement and the commit.
            await turn(process, false);
            return result;
          });
        } finally {
          holder = undefined;
        }
      },
    }),
    async run(processes) {
      let left = processes.length;
      running = left;
      const ends = processes.map((process) =>
        process().finally(() => {
          left--;
          running--;
          moved();
        }),
      );
      const all = Promise.all(ends);
      while (left > 0) {
        const settled =
          running === 0
            ? Promise.resolve()
            : new Promise<void>((resolve) => {
                moved = resolve;
              });
        await (oneAtATime ? settled : Promise.race([settled, sleep(PATIENCE_MS)]));
        if (oneAtATime && running > 0) continue;
        const ready = [...waiting].filter(([, { opens }]) => !(oneAtATime && opens && holder !== undefined)).sort(([a], [b]) => a - b);
        const chosen = ready[choose(ready.length || 1)];
        if (!chosen) continue;
        const [process, next] = chosen;
        waiting.delete(process);
        running++;
        if (crashes()) next.die();
        else next.go();
      }
      await all;
    },
  };
}
