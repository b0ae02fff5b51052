import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyOf, atLeast, type BoundedTerm, promising } from '../../../../../shared/retrieval/pgvector/lexical/threshold.ts';

/** With quotes and operators in their names, which a tsquery must not take for its own. */
const quotedAt = (i: number) => `'t${i}''|&('`;
const termsOf = (bounds: readonly number[], shares: readonly number[] = []): readonly BoundedTerm[] =>
  bounds.map((bound, i) => ({ quoted: quotedAt(i), bound, share: shares[i] ?? 0.1 }));

/** Whether a chunk with these terms matches, by the grammar of tsquery: quoted lexemes, `&` before `|`, parentheses. */
function matches(tsquery: string, present: ReadonlySet<string>): boolean {
  const tokens = tsquery.match(/'(?:[^']|'')*'|[&|()]/g) ?? [];
  expect(tokens.join('')).toBe(tsquery.replaceAll(' ', ''));
  let at = 0;
  const operand = (): boolean => {
    const token = tokens[at++] ?? '';
    if (token !== '(') {
      expect(token).toMatch(/^'/);
      return present.has(token);
    }
    const value = either();
    expect(tokens[at++]).toBe(')');
    return value;
  };
  const both = (): boolean => {
    let value = operand();
    while (tokens[at] === '&' && at++ >= 0) value = operand() && value;
    return value;
  };
  const either = (): boolean => {
    let value = both();
    while (tokens[at] === '|' && at++ >= 0) value = both() || value;
    return value;
  };
  const value = either();
  expect(at).toBe(tokens.length);
  return value;
}

interface Subset {
  readonly present: ReadonlySet<string>;
  readonly bound: number;
  /** Of chunks with these terms and no others, were the terms spread independently. */
  readonly share: number;
}

const subsetsOf = (terms: readonly BoundedTerm[]): readonly Subset[] =>
  Array.from({ length: 2 ** terms.length }, (_, bits) => {
    const has = (i: number) => (bits & (2 ** i)) !== 0;
    return {
      present: new Set(terms.flatMap(({ quoted }, i) => (has(i) ? [quoted] : []))),
      bound: sum(terms.map(({ bound }, i) => (has(i) ? bound : 0))),
      share: terms.reduce((product, { share }, i) => product * (has(i) ? share : 1 - share), 1),
    };
  });
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Whole numbers, whose sums are exact. */
const wholes = (maxLength: number) => fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength });
const shares = fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: 14, maxLength: 14 });

describe('a tsquery of a threshold', () => {
  it('matches every chunk whose terms add up to it', () => {
    fc.assert(
      fc.property(wholes(14), fc.double({ min: 0, max: 1, noNaN: true }), (bounds, part) => {
        const terms = termsOf(bounds);
        const threshold = Math.max(1, Math.round(part * sum(bounds)));
        const tsquery = atLeast(terms, threshold);
        // Those that have no more than they need: what matches with fewer terms matches with more.
        const enough = subsetsOf(terms).filter(({ bound }) => bound >= threshold && bound < threshold + 12);
        for (const { present } of enough.slice(0, 300)) expect(matches(tsquery, present)).toBe(true);
      }),
    );
  });

  it('does so too where sums are rounded, a billionth below', () => {
    const bounds = fc.array(fc.double({ min: 0.01, max: 30, noNaN: true }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(bounds, fc.nat(), (given, pick) => {
        const terms = termsOf(given);
        const subsets = subsetsOf(terms).filter(({ bound }) => bound > 0);
        const { bound: threshold } = subsets[pick % subsets.length] ?? { bound: 1 };
        const tsquery = atLeast(terms, threshold * (1 - 1e-9));
        for (const { present } of subsets.filter(({ bound }) => bound >= threshold)) expect(matches(tsquery, present)).toBe(true);
      }),
    );
  });

  it('matches no other chunk where the terms are few', () => {
    fc.assert(
      fc.property(wholes(6), fc.double({ min: 0, max: 1, noNaN: true }), (bounds, part) => {
        const terms = termsOf(bounds);
        const threshold = Math.max(1, Math.round(part * sum(bounds)));
        const tsquery = atLeast(terms, threshold);
        for (const { present, bound } of subsetsOf(terms)) expect([bound, matches(tsquery, present)]).toEqual([bound, bound >= threshold]);
      }),
    );
  });

  it('asks for all terms where no fewer are enough, and for any where each one is', () => {
    const terms = termsOf([1, 2, 3]);
    expect(atLeast(terms, 1 + 2 + 3)).toBe(`(${quotedAt(2)} & (${quotedAt(1)} & ${quotedAt(0)}))`);
    expect(subsetsOf(terms).map(({ present }) => matches(atLeast(terms, 1), present))).toEqual([false, ...Array(7).fill(true)]);
    expect(anyOf(terms)).toBe(`${quotedAt(0)} | ${quotedAt(1)} | ${quotedAt(2)}`);
  });

  it('stays short, whatever it is asked', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 20, maxLength: 60 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (bounds, part) => {
          const tsquery = atLeast(termsOf(bounds), Math.max(1, part * sum(bounds)));
          expect(tsquery.match(/'t/g)?.length).toBeLessThanOrEqual(60);
        },
      ),
    );
  });
});

describe('a promising threshold', () => {
  const chunks = 1_000;

  it('is one that as many chunks as wanted are expected to reach, and fewer to exceed', () => {
    fc.assert(
      fc.property(wholes(9), shares, fc.integer({ min: 1, max: chunks }), (bounds, given, wanted) => {
        const terms = termsOf(bounds, given);
        const threshold = promising(terms, chunks, wanted);
        const expected = (reaches: (bound: number) => boolean) =>
          sum(subsetsOf(terms).map(({ bound, share }) => (reaches(bound) ? share * chunks : 0)));
        expect(threshold === 0 || expected((bound) => bound >= threshold) >= wanted - 1e-6).toBe(true);
        expect(expected((bound) => bound > threshold)).toBeLessThan(wanted + 1e-6);
      }),
    );
  });

  it('is never more than all terms together, and falls with the number wanted', () => {
    fc.assert(
      fc.property(
        wholes(14),
        shares,
        fc.array(fc.integer({ min: 1, max: 2 * chunks }), { minLength: 2, maxLength: 6 }),
        (bounds, given, wanted) => {
          const thresholds = [...wanted].sort((a, b) => a - b).map((count) => promising(termsOf(bounds, given), chunks, count));
          expect(thresholds).toEqual([...thresholds].sort((a, b) => b - a));
          expect(thresholds[0]).toBeLessThanOrEqual(sum(bounds));
          expect(thresholds.at(-1)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  it('is 0 where there are not so many', () => {
    expect(promising(termsOf([3, 2], [0.1, 0.1]), 100, 0.1 * 100 + 0.1 * 100)).toBe(0);
    expect(promising(termsOf([3, 2], [0.1, 0.1]), 100, 0.1 * 0.1 * 100)).toBe(3 + 2);
    expect(promising([], 100, 5)).toBe(0);
  });
});
