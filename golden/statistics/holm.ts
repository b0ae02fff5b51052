/**
 * p-values adjusted for there being several, in the order given (Holm, "A simple sequentially rejective multiple test
 * procedure", 1979): of m, the i-th smallest times m − i + 1, no less than the adjusted ones before it and no more than 1.
 * To reject what is adjusted to no more than α keeps the chance of any false rejection within α, whatever the dependence.
 * Throws RangeError for a p that is not from 0 to 1.
 */
export function holm(ps: readonly number[]): readonly number[] {
  if (!ps.every((p) => p >= 0 && p <= 1)) throw new RangeError('a p is from 0 to 1');
  const adjusted = new Array<number>(ps.length);
  let least = 0;
  for (const [rank, { p, i }] of ps
    .map((p, i) => ({ p, i }))
    .sort((a, b) => a.p - b.p)
    .entries()) {
    least = Math.max(least, Math.min(1, (ps.length - rank) * p));
    adjusted[i] = least;
  }
  return adjusted;
}
