import type { Chunk } from './engine.ts';
import { wordsOf } from './words.ts';

/** 0 for the same direction, 2 for the opposite. */
export function cosineDistance(a: readonly number[], b: readonly number[]): number {
  let dot = 0;
  let lengthA = 0;
  let lengthB = 0;
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] ?? 0, b[i] ?? 0];
    dot += x * y;
    lengthA += x * x;
    lengthB += y * y;
  }
  return 1 - dot / (Math.sqrt(lengthA * lengthB) || 1);
}

const K1 = 1.2;
const B = 0.75;

/** BM25 of each chunk for the query, as a share of the best's: a similarity from 0 to 1. */
export function sparseScores(query: string, chunks: readonly Chunk[]): readonly number[] {
  const asked = [...new Set(wordsOf(query))];
  const average = chunks.reduce((sum, { length }) => sum + length, 0) / (chunks.length || 1);
  const rarity = asked.map((word) => {
    const having = chunks.filter(({ words }) => words.has(word)).length;
    return Math.log(1 + (chunks.length - having + 0.5) / (having + 0.5));
  });
  const scores = chunks.map(({ words, length }) =>
    asked.reduce((sum, word, i) => {
      const count = words.get(word) ?? 0;
      return sum + ((rarity[i] ?? 0) * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / (average || 1)));
    }, 0),
  );
  const best = Math.max(0, ...scores) || 1;
  return scores.map((score) => score / best);
}

/** The share of the query's words that stand in a text: no model, but something true to rank by. */
export function overlap(query: string, text: string): number {
  const asked = new Set(wordsOf(query));
  const words = new Set(wordsOf(text));
  return [...asked].filter((word) => words.has(word)).length / Math.max(1, asked.size);
}
