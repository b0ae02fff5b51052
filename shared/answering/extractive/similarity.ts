import { createLocalEmbedder } from '../../models/embed/local.ts';
import type { Similarity } from './extract.ts';

export interface LocalSimilarity {
  of(question: string, texts: Parameters<Similarity>[1], signal: AbortSignal): Promise<readonly number[]>;
  close(): Promise<void>;
}

/** Of a text, with its title, what the encoder is given: it takes longer for more, and says little more by it. */
const MOST_CHARS = 800;

/** Cosines by the local encoder, whatever encoder searches: what is enough was measured with its figures. */
export function createLocalSimilarity(embedder = createLocalEmbedder(1)): LocalSimilarity {
  return {
    async of(question, texts, signal) {
      // All by the same door, in one batch: a title of its own puts something before a text that a query has not.
      const shown = [question, ...texts.map(({ title, text }) => `${title}\n${text}`.slice(0, MOST_CHARS))];
      const [asked, ...vectors] = await embedder.embedPassages(
        shown.map((text) => ({ title: '', text })),
        signal,
      );
      return vectors.map((vector) => vector.reduce((sum, value, i) => sum + value * (asked?.[i] ?? 0), 0));
    },
    close: () => embedder.close(),
  };
}
