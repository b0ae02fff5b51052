import { randomOf } from './random.ts';

export interface RandomisationOptions {
  /** Random assignments of signs, when not every one is looked at. */
  readonly permutations?: number;
  readonly seed?: string;
}

/** Bits of a random number. */
const WORD = 32;
/** Sums of the same numbers in another order differ by rounding: relative to the sum of their sizes, what counts as equal. */
const ROUNDING = 1e-12;

/**
 * Two-sided p of a paired randomisation test (Fisher 1935; Smucker, Allan, Carterette, "A comparison of statistical
 * significance tests for information retrieval evaluation", CIKM 2007), from the differences by query: how often the mean
 * is as far from 0 as it is, or farther, if the two systems were one, so that each difference could as well have the other
 * sign. p = (1 + such assignments of signs) / (1 + assignments tried) in random ones, so that p is never 0 (Phipson, Smyth,
 * 2010); where all 2^n are no more than `permutations` (10,000), p is their exact share. Differences of 0 change no sum and
 * are not among the n. The same seed gives the same p, also for the differences with the other sign. Throws RangeError for
 * a difference that is no finite number.
 */
export function randomisationTest(differences: readonly number[], options: RandomisationOptions = {}): number {
  const { permutations = 10_000, seed = 'randomisation' } = options;
  if (!differences.every(Number.isFinite)) throw new RangeError('a difference is no finite number');
  const values = Float64Array.from(differences.filter((difference) => difference !== 0));
  const size = values.reduce((sum, value) => sum + Math.abs(value), 0);
  const least = Math.abs(values.reduce((sum, value) => sum + value, 0)) - ROUNDING * size;
  return 2 ** values.length <= permutations ? exact(values, least) : sampled(values, least, permutations, seed);
}

function exact(values: Float64Array, least: number): number {
  const assignments = 2 ** values.length;
  let asFar = 0;
  for (let signs = 0; signs < assignments; signs++) {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += signed(values[i], signs >>> i);
    if (Math.abs(sum) >= least) asFar++;
  }
  return asFar / assignments;
}

function sampled(values: Float64Array, least: number, permutations: number, seed: string): number {
  const random = randomOf(seed);
  let asFar = 0;
  for (let tried = 0; tried < permutations; tried++) {
    let sum = 0;
    let signs = 0;
    for (let i = 0; i < values.length; i++) {
      signs = i % WORD === 0 ? random.below(2 ** WORD) : signs >>> 1;
      sum += signed(values[i], signs);
    }
    if (Math.abs(sum) >= least) asFar++;
  }
  return (1 + asFar) / (1 + permutations);
}

/** The value, or with its other sign where the lowest bit is set. */
const signed = (value = 0, bits: number): number => ((bits & 1) === 0 ? value : -value);
