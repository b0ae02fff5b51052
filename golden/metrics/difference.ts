export interface Difference {
  /** Mean of b − a. */
  readonly mean: number;
  /** Half of the 95 % interval. */
  readonly margin: number;
}

/** Quantile of the normal distribution for an interval of 95 %. */
const Z = 1.96;

/**
 * How much better b is than a over the same queries: mean of the differences by query ± 1.96 · s / √n, s their standard
 * deviation; fewer than two tell nothing.
 */
export function difference(a: readonly number[], b: readonly number[]): Difference {
  const each = b.map((value, i) => value - (a[i] ?? 0));
  const n = each.length;
  if (n < 2) return { mean: each[0] ?? 0, margin: Number.POSITIVE_INFINITY };
  const mean = each.reduce((sum, value) => sum + value, 0) / n;
  const variance = each.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  return { mean, margin: Z * Math.sqrt(variance / n) };
}
