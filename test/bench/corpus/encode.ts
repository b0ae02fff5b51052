import { randomOf } from '../../../golden/statistics/random.ts';
import type { Passage } from './sources.ts';

/** Vectors of length 1 within 0.001, each value a multiple of 0.0001 and so as short in SQL as it can be. */
export interface Encoder {
  passage(text: string): Float32Array;
  question(text: string): Float32Array;
}

const STEP = 10_000;
/** Directions that are told apart; a vector repeats its values until it has all its dimensions, which changes no cosine. */
const LATENT = 128;
/** Of a word that the sources don't have: as if a few passages did. */
const UNSEEN = 5;
/** Passages that a question is drawn to. */
const NEAREST = 3;

/** Words without their plural, for want of a stemmer; numbers say nothing of what a text is about. */
export const encodedWords = (text: string): readonly string[] =>
  (text.toLowerCase().match(/\p{L}[\p{L}\p{N}]+/gu) ?? []).map((word) => (word.length > 3 ? word.replace(/(?<=[^s])s$/, '') : word));

/**
 * Random indexing (Sahlgren, "An introduction to random indexing", 2005): each passage has a random direction, a word
 * that of the passages it is in, and a text that of its words, weighted by (1 + ln tf) · ln(1 + N / df). So texts are
 * near that have rare words in common, or words that are found together.
 *
 * A question of eight words is far from every passage that way, and HNSW loses its way to it. Models are trained to put
 * questions beside their answers; here a question goes half-way to the passages of the sources that are nearest to it.
 */
export function createEncoder(passages: readonly Passage[], dimensions: number): Encoder {
  const bags = passages.map(({ title, sentences }) => bagOf(`${title} ${sentences.join(' ')}`));
  const frequency = new Map<string, number>();
  for (const bag of bags) for (const word of bag.keys()) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const directions = wordDirections(bags);

  const encode = (text: string): Float64Array => {
    const sum = new Float64Array(LATENT);
    for (const [word, weight] of bagOf(text)) {
      const rarity = Math.log(1 + passages.length / (frequency.get(word) ?? UNSEEN));
      add(sum, directions.get(word) ?? randomDirection(`word ${word}`), weight * rarity);
    }
    return sum.some((value) => value !== 0) ? unit(sum) : randomDirection('no word');
  };
  const lift = (vector: Float64Array): Float32Array => {
    const scale = STEP / Math.sqrt(dimensions / LATENT);
    return Float32Array.from({ length: dimensions }, (_, i) => Math.round((vector[i % LATENT] ?? 0) * scale) / STEP);
  };
  let sources: readonly Float64Array[] | undefined;

  return {
    passage: (text) => lift(encode(text)),
    question(text) {
      sources ??= passages.map(({ title, sentences }) => encode(`${title} ${sentences.join(' ')}`));
      const asked = encode(text);
      const nearest = sources
        .map((vector) => ({ vector, cosine: dot(vector, asked) }))
        .sort((a, b) => b.cosine - a.cosine)
        .slice(0, NEAREST);
      const centre = new Float64Array(LATENT);
      for (const { vector } of nearest) add(centre, vector, 1);
      add(asked, unit(centre), 1);
      return lift(unit(asked));
    },
  };
}

/** The words of a text with 1 + ln tf. */
function bagOf(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of encodedWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map(Array.from(counts, ([word, count]) => [word, 1 + Math.log(count)]));
}

/** Where each word is found, as a direction; what all words have in common is taken out. */
function wordDirections(bags: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, Float64Array> {
  const directions = new Map<string, Float64Array>();
  for (const [i, bag] of bags.entries()) {
    const passage = randomDirection(`passage ${i}`);
    for (const [word, weight] of bag) {
      const direction = directions.get(word) ?? new Float64Array(LATENT);
      directions.set(word, direction);
      add(direction, passage, weight);
    }
  }
  const mean = new Float64Array(LATENT);
  for (const direction of directions.values()) add(mean, unit(direction), 1 / directions.size);
  for (const direction of directions.values()) {
    add(direction, mean, -1);
    unit(direction);
  }
  return directions;
}

/** Each value a sum of three even ones, which is near enough to a normal distribution for every direction to be as likely. */
function randomDirection(of: string): Float64Array {
  const random = randomOf(of);
  return unit(Float64Array.from({ length: LATENT }, () => random.next() + random.next() + random.next() - 1.5));
}

/** By index, for iterators of typed arrays were most of the time that the corpus took. */
function add(to: Float64Array, vector: Float64Array, weight: number): void {
  for (let i = 0; i < to.length; i++) to[i] = (to[i] ?? 0) + weight * (vector[i] ?? 0);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

/** The same array, at length 1. */
function unit(vector: Float64Array): Float64Array {
  const length = Math.sqrt(dot(vector, vector)) || 1;
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) / length;
  return vector;
}
