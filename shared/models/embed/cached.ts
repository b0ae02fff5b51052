import { abortable } from '../../abort.ts';
import { remember } from '../../remember.ts';
import type { Embedder } from './embedder.ts';

/** `embedder` with its last `most` queries remembered: the same question costs one call, even while that is under way. */
export function cacheQueries(embedder: Embedder, most: number): Embedder {
  // Under a signal of its own, for others may wait for the same vector; the embedder's own time limit ends it.
  const always = new AbortController().signal;
  const embed = remember((text: string) => embedder.embedQuery(text, always), { key: (text) => text, most });
  return {
    model: embedder.model,
    dimensions: embedder.dimensions,
    embedPassages: (passages, signal) => embedder.embedPassages(passages, signal),
    close: () => embedder.close(),
    async embedQuery(text, signal) {
      signal.throwIfAborted();
      return abortable(embed(text), signal);
    },
    remembers: (text) => embed.has(text),
  };
}
