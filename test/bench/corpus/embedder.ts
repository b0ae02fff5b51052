import type { Embedder } from '../../../shared/models/embed/embedder.ts';
import type { Encoder } from './encode.ts';

export const DIMENSIONS = 768;
export const benchModel = `bench-projection/${DIMENSIONS}`;

/** The corpus's vectors behind the seam of embedding models. A question's is made once, for making it is no part of what is measured. */
export function benchEmbedder(encoder: Encoder): Embedder {
  const questions = new Map<string, Float32Array>();
  return {
    model: benchModel,
    dimensions: DIMENSIONS,
    embedPassages: async (passages) => passages.map(({ text }) => encoder.passage(text)),
    async embedQuery(text) {
      const vector = questions.get(text) ?? encoder.question(text);
      questions.set(text, vector);
      return vector;
    },
    close: async () => {},
  };
}
