import { randomOf } from './random.ts';
import type { Passage } from './sources.ts';

/** A text's vector: of length 1 within 0.001, each value a multiple of 0.0001 and so as short in SQL as it can be. */
export type Encode = (text: string) => Float32Array;

const STEP = 10_000;
/** Of a word that the sources don't have: as if a few passages did. */
const UNSEEN = 5;

/** Words without their plural, for want of a stemmer; numbers say nothing of what a text is about. */
export const encodedWords = (text: string): readonly string[] =>
  (text.toLowerCase().match(/\p{L}[\p{L}\p{N}]+/gu) ?? []).map((word) => (word.length > 3 ? word.replace(/(?<=[^s])s$/, '') : word));

/** Dimensions that a word has a value in: the others are 0, which costs little accuracy and saves five sixths of the time. */
const NONZERO = 128;

/**
 * A random projection of the words, each weighted by (1 + ln tf) · ln(1 + N / df): a word has a direction of its own, so
 * texts are as near as they have rare words in common (Li, Hastie and Church, "Very sparse random projections", KDD 2006).
 */
export function createEncoder(passages: readonly Passage[], dimensions: number): Encode {
  const frequency = new Map<string, number>();
  for (const { title, sentences } of passages) {
    for (const word of new Set(encodedWords(`${title} ${sentences.join(' ')}`))) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  }
  const directions = new Map<string, Direction>();
  const directionOf = (word: string): Direction => {
    const known = directions.get(word) ?? direction(word, dimensions);
    directions.set(word, known);
    return known;
  };

  return (text) => {
    const counts = new Map<string, number>();
    for (const word of encodedWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
    const sum = new Float64Array(dimensions);
    for (const [word, count] of counts.size > 0 ? counts : new Map([['', 1]])) {
      const weight = (1 + Math.log(count)) * Math.log(1 + passages.length / (frequency.get(word) ?? UNSEEN));
      const { plus, minus } = directionOf(word);
      add(sum, plus, weight);
      add(sum, minus, -weight);
    }
    const scale = STEP / (Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0)) || 1);
    return new Float32Array(sum.map((value) => Math.round(value * scale) / STEP));
  };
}

/** By index: iterators of typed arrays were most of the time that the corpus took. */
function add(sum: Float64Array, places: Uint16Array, weight: number): void {
  for (let i = 0; i < places.length; i++) {
    const at = places[i] ?? 0;
    sum[at] = (sum[at] ?? 0) + weight;
  }
}

/** The dimensions in which a word adds to a vector, and those in which it takes away. */
interface Direction {
  readonly plus: Uint16Array;
  readonly minus: Uint16Array;
}

function direction(word: string, dimensions: number): Direction {
  const random = randomOf(`direction of ${word}`);
  const half = () => Uint16Array.from({ length: NONZERO / 2 }, () => random.below(dimensions));
  return { plus: half(), minus: half() };
}
