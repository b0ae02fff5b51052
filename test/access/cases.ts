import fc from 'fast-check';
import { type History, histories } from './corpus.ts';

export interface Cases {
  readonly cases: number;
  /** Of one corpus. */
  readonly steps: number;
  /** Replays what another run with this seed did. */
  readonly seed?: number | undefined;
}

/** Follows random histories until there were so many cases. Throws with the seed: a counterexample as such is a hundred steps long. */
export async function followAll({ cases, steps, seed }: Cases, follow: (history: History) => Promise<void>): Promise<void> {
  await fc.assert(fc.asyncProperty(histories(steps), follow), {
    numRuns: Math.ceil(cases / steps),
    endOnFailure: true,
    reporter: ({ failed, seed: used, errorInstance }) => {
      if (!failed) return;
      const message = errorInstance instanceof Error ? errorInstance.message : errorInstance;
      throw new Error(`seed ${used}: ${message}`, { cause: errorInstance });
    },
    ...(seed === undefined ? {} : { seed }),
  });
}
