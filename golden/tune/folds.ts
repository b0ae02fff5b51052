import { randomOf } from '../statistics/random.ts';

/** The queries dealt out at random into folds of about the same size, always the same for a seed. */
export function foldsOf<T>(queries: readonly T[], count: number, seed: string): readonly (readonly T[])[] {
  const shuffled = randomOf(`folds ${seed}`).shuffled(queries);
  return Array.from({ length: count }, (_, fold) => shuffled.filter((__, i) => i % count === fold));
}
