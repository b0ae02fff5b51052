import type { Embedder } from '../../../shared/models/embed/embedder.ts';
import { type Encode, encodedWords } from './encode.ts';

export const DIMENSIONS = 768;
export const benchModel = `bench-projection/${DIMENSIONS}`;

/** The corpus's vectors behind the seam of embedding models. */
export const benchEmbedder = (encode: Encode): Embedder => ({
  model: benchModel,
  dimensions: DIMENSIONS,
  embedPassages: async (passages) => passages.map(({ text }) => encode(text)),
  embedQuery: async (text) => encode(encodedWords(text).length > 0 ? text : 'nothing'),
  close: async () => {},
});
