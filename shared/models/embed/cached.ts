import type { Embedder } from './embedder.ts';

/** `embedder` with its last `most` queries remembered: the same question costs one call. */
export function cacheQueries(embedder: Embedder, most: number): Embedder {
  // A Map keeps the order of insertion: the first key is the one unused for longest.
  const vectors = new Map<string, Float32Array>();
  return {
    ...embedder,
    async embedQuery(text, signal) {
      const vector = vectors.get(text) ?? (await embedder.embedQuery(text, signal));
      vectors.delete(text);
      vectors.set(text, vector);
      const [oldest] = vectors.keys();
      if (vectors.size > most && oldest !== undefined) vectors.delete(oldest);
      return vector;
    },
  };
}
