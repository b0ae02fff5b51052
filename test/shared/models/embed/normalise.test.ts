import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertUnit, normalise } from '../../../../shared/models/embed/normalise.ts';

describe('normalise', () => {
  it('gives any vector with a direction the length 1, and keeps the direction', () => {
    const component = fc.double({ min: -1e150, max: 1e150, noNaN: true });
    fc.assert(
      fc.property(fc.array(component, { minLength: 3, maxLength: 3 }), (values) => {
        fc.pre(Math.max(...values.map(Math.abs)) > 1e-150);
        const unit = normalise(values, 3);
        expect(Math.abs(Math.hypot(...unit) - 1)).toBeLessThanOrEqual(1e-3);
        for (const [i, value] of values.entries()) expect(Math.sign(unit[i] ?? 0) * Math.sign(value)).toBeGreaterThanOrEqual(0);
      }),
    );
    expect([...normalise([3, 4], 2)]).toEqual([Math.fround(3 / 5), Math.fround(4 / 5)]);
  });

  it.each([[[0, 0]], [[Number.NaN, 1]], [[Number.POSITIVE_INFINITY, 1]]])('refuses %j, which has no direction', (values) => {
    expect(() => normalise(values, 2)).toThrow(RangeError);
  });

  it('refuses another number of dimensions', () => {
    expect(() => normalise([1, 0, 0], 2)).toThrow('3 dimensions, not 2');
  });
});

describe('assertUnit', () => {
  it('passes lengths from 0.999 to 1.001 and no others', () => {
    for (const length of [0.9991, 1, 1.0009]) expect(assertUnit(Float32Array.of(length, 0))).toBeInstanceOf(Float32Array);
    for (const length of [0.9989, 1.0011, 0, Number.NaN]) expect(() => assertUnit(Float32Array.of(length, 0))).toThrow(RangeError);
  });
});
