import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALPHA, verdict } from '../../../golden/statistics/verdict.ts';

describe('the verdict', () => {
  it.each([
    [0.1, 0.003, 'better, p = 0.003'],
    [-0.1, 0.01, 'worse, p = 0.010'],
    [0.1, 0.0004, 'better, p = 0.0004'],
    [-0.1, 0.00001, 'worse, p < 0.0001'],
    [0.1, 0.05, 'better, p = 0.050'],
    [0.1, 0.0504, 'no difference shown (p = 0.0504)'],
    [0.1, 0.051, 'no difference shown (p = 0.051)'],
    [0.1, 0.41, 'no difference shown (p = 0.41)'],
    [-0.1, 1, 'no difference shown (p = 1.00)'],
  ])('of a gain of %d with p %d is %s', (gain, p, words) => {
    expect(verdict(gain, p)).toBe(words);
  });

  it('is of no difference where there is none, whatever p says', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (p) => {
        expect(verdict(0, p)).toMatch(/^no difference shown \(p [=<] [\d.]+\)$/);
        expect(verdict(-0, p)).toBe(verdict(0, p));
      }),
    );
  });

  it('shows a p on the side of α that it is on', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.0001, max: 0.2, noNaN: true }), (p) => {
        const shown = Number(/p = ([\d.]+)/.exec(verdict(1, p))?.[1]);
        expect(shown <= ALPHA).toBe(p <= ALPHA);
      }),
    );
  });
});
