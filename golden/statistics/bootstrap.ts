import { percentile } from '../../shared/percentile.ts';
import { randomOf } from './random.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface BootstrapOptions {
  readonly resamples?: number;
  readonly seed?: string;
}

/** Of the means of resamples, the share left out at either end of an interval of 95 %. */
const TAIL = 0.025;

/**
 * The 95 % interval of a mean by the percentile bootstrap (Efron 1979; Efron, Tibshirani, "An introduction to the bootstrap",
 * 1993, chapter 13): the 2.5th and 97.5th percentile of the means of 10,000 resamples, each as many values drawn with
 * replacement as there are. In the unit of the values; the same seed gives the same interval. It is of this comparison alone,
 * whatever others are made. Throws RangeError without values, or for one that is no finite number.
 */
export function bootstrapInterval(values: readonly number[], options: BootstrapOptions = {}): Interval {
  const { resamples = 10_000, seed = 'bootstrap' } = options;
  if (values.length === 0) throw new RangeError('there is no mean of nothing');
  if (!values.every(Number.isFinite)) throw new RangeError('a value is no finite number');
  const random = randomOf(seed);
  const from = Float64Array.from(values);
  const means = Array.from({ length: resamples }, () => {
    let sum = 0;
    for (let i = 0; i < from.length; i++) sum += from[random.below(from.length)] ?? 0;
    return sum / from.length;
  });
  return { low: percentile(means, TAIL), high: percentile(means, 1 - TAIL) };
}
