import type { Embedder, Passage } from '../../shared/models/embed/embedder.ts';
import { normalise } from '../../shared/models/embed/normalise.ts';
import { vectorOf } from './vectors.ts';

export interface CountingEmbedder extends Embedder {
  /** Passages that were embedded, in order. */
  readonly embedded: readonly Passage[];
  queries(): number;
}

/** An embedder that costs nothing, gives each text its own vector and remembers what it was asked. */
export function countingEmbedder(model = 'counting/64', dimensions = 64): CountingEmbedder {
  const embedded: Passage[] = [];
  let queries = 0;
  return {
    model,
    dimensions,
    embedded,
    queries: () => queries,
    async embedPassages(passages, signal) {
      signal.throwIfAborted();
      embedded.push(...passages);
      return passages.map(({ text }) => normalise(vectorOf(text, dimensions), dimensions));
    },
    async embedQuery(text, signal) {
      signal.throwIfAborted();
      queries++;
      return normalise(vectorOf(text, dimensions), dimensions);
    },
    close: async () => {},
  };
}
