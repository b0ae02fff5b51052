const TOLERANCE = 1e-3;

/**
 * `values` scaled to length 1. Gemini's vectors below their full 3,072 dimensions come back at other lengths and
 * nothing fails, only the similarities are wrong. Throws RangeError on another number of dimensions than `dimensions`,
 * and on a vector without a direction (all zeros, or a value that is no finite number).
 */
export function normalise(values: ArrayLike<number>, dimensions: number): Float32Array {
  if (values.length !== dimensions) throw new RangeError(`the model gave ${values.length} dimensions, not ${dimensions}`);
  const norm = lengthOf(values);
  if (!Number.isFinite(norm) || norm === 0) throw new RangeError('the model gave a vector without a direction');
  return assertUnit(Float32Array.from(values, (value) => value / norm));
}

/** `vector`, if its length is 1 ± 0.001: checked on every write and every query. Throws RangeError otherwise. */
export function assertUnit(vector: Float32Array): Float32Array {
  const norm = lengthOf(vector);
  if (!(Math.abs(norm - 1) <= TOLERANCE)) throw new RangeError(`a vector of length ${norm}, not 1`);
  return vector;
}

/** Euclidean length, scaled by the greatest value so that squares neither overflow nor vanish. */
function lengthOf(values: ArrayLike<number>): number {
  let greatest = 0;
  for (let i = 0; i < values.length; i++) greatest = Math.max(greatest, Math.abs(values[i] ?? 0));
  if (greatest === 0 || !Number.isFinite(greatest)) return greatest;
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += ((values[i] ?? 0) / greatest) ** 2;
  return greatest * Math.sqrt(sum);
}
