/**
 * Latencies of the Ranking API as it was in production, 136 ms at the median and 28 s at the 95th percentile: a quantile
 * function through these points, log-linear between them, so that 12 in 100 take longer than 400 ms.
 */
const QUANTILES = [
  [0, 60],
  [0.5, 136],
  [0.88, 400],
  [0.95, 28_000],
  [1, 60_000],
] as const;

/** The latency in milliseconds below which a share of the calls lies. */
export function latencyAt(share: number): number {
  const i = QUANTILES.findIndex(([at], n) => n > 0 && share <= at);
  const [from, low] = QUANTILES[i - 1] ?? [0, 0];
  const [to, high] = QUANTILES[i] ?? [1, 0];
  return low * (high / low) ** ((share - from) / (to - from));
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
