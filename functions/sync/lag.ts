import { percentile } from '../../shared/percentile.ts';

export interface Lag {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** Index lag, object changed → searchable, of many documents, in milliseconds; undefined of none. */
export const lagOf = (lagsMs: readonly number[]): Lag | undefined =>
  lagsMs.length > 0 ? { p50: percentile(lagsMs, 0.5), p95: percentile(lagsMs, 0.95), max: percentile(lagsMs, 1) } : undefined;

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** The lag for people: `p50 2.1 s, p95 4.0 s, max 1.2 h`. */
export const lagText = ({ p50, p95, max }: Lag): string => `p50 ${duration(p50)}, p95 ${duration(p95)}, max ${duration(max)}`;

function duration(ms: number): string {
  const [name, size] = UNITS.find(([, size]) => ms >= size) ?? ['s', 1_000];
  return `${(ms / size).toFixed(1)} ${name}`;
}
