/** The chance that is taken of seeing a difference where there is none, over all comparisons of a report together. */
export const ALPHA = 0.05;

/** Below it the number of permutations says no more. */
const SMALLEST = 0.0001;

/**
 * What a comparison shows, in words: `better, p = 0.003`, `worse, p = 0.010`, `no difference shown (p = 0.41)`. `gain` is how
 * much better it is (above 0) or worse, `p` the adjusted one. Without a gain there is no difference, whatever p is.
 */
export function verdict(gain: number, p: number): string {
  if (gain === 0 || p > ALPHA) return `no difference shown (${pInWords(p)})`;
  return `${gain > 0 ? 'better' : 'worse'}, ${pInWords(p)}`;
}

/** A p with as many places as tell it from α: 0.0504 is not shown as 0.050. */
export function pInWords(p: number): string {
  if (p < SMALLEST) return `p < ${SMALLEST}`;
  let places = p < 0.001 ? 4 : p < 0.1 ? 3 : 2;
  while (Number(p.toFixed(places)) <= ALPHA !== p <= ALPHA) places++;
  return `p = ${p.toFixed(places)}`;
}
