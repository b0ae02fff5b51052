import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../shared/answering/digest.ts';
import { evidenceOf, LIMITS } from '../../../shared/answering/evidence.ts';
import { countTokens } from '../../../shared/models/rank/tokens.ts';
import { hit } from './answerers.ts';

const ids = (hits: readonly { readonly id: string }[]) => hits.map(({ id }) => id.replace(':0', ''));
const [a, b, c, d] = [hit('a', 'One.'), hit('b', 'Two.'), hit('c', 'Three.'), hit('d', 'Four.')];

describe('the evidence of several searches', () => {
  it('is fused by the ranks in each', () => {
    // 1/61 + 1/62 for b, 1/61 for a, 1/62 for c, 1/63 for d.
    expect(
      ids(
        evidenceOf([
          [a, b],
          [b, c, d],
        ]),
      ),
    ).toEqual(['b', 'a', 'c', 'd']);
    expect(ids(evidenceOf([[a, b, c]]))).toEqual(['a', 'b', 'c']);
    expect(evidenceOf([])).toEqual([]);
    expect(evidenceOf([[], []])).toEqual([]);
  });

  it('is whole passages within the tokens, the first whatever its size, smaller ones behind a large one', () => {
    const large = hit('large', 'word '.repeat(400));
    const tokens = (of: typeof a) => countTokens(`${of.source.title}\n${of.section}\n${of.text}`);
    const most = { mostPassages: 10, mostTokens: tokens(a) + tokens(b) };
    expect(ids(evidenceOf([[a, large, b, c]], most))).toEqual(['a', 'b']);
    expect(ids(evidenceOf([[large, a]], most))).toEqual(['large']);
    expect(evidenceOf([[large, a]], most)[0]?.text).toBe(large.text);
  });

  it('is ten passages at most, each once and whole', () => {
    const some = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 30 });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 5 }), fc.integer({ min: 1, max: 3_000 }), (searches, mostTokens) => {
        const found = searches.map((numbers) => numbers.map((n) => hit(`p${n}`, 'word '.repeat(n * 10))));
        const taken = evidenceOf(found, { ...LIMITS, mostTokens });
        expect(taken.length).toBeLessThanOrEqual(10);
        expect(new Set(ids(taken)).size).toBe(taken.length);
        for (const { id, text } of taken) expect(text).toBe('word '.repeat(Number(id.replace(/\D/g, '').slice(0, -1)) * 10));
        const sizes = taken.map((of) => countTokens(`${of.source.title}\n${of.section}\n${of.text}`));
        if (taken.length > 1) expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(mostTokens);
      }),
    );
  });
});

describe('the digest of what was found', () => {
  it('tells who each source is, and label | value lines of it', () => {
    const table = hit('p.md', '# Prices\n\n| Model | Price |\n|---|---|\n| LP-350 | 1,180 |\n\nPrices hold.', {
      title: 'Prices',
      section: 'List',
    });
    expect(digestOf([table])).toEqual(['1. Prices | List | 2026-11-01\nModel | LP-350; Price | 1,180\nPrices hold.']);
  });

  it('has twelve sources at most and 400 characters of each, on lines that no title can begin', () => {
    const text = fc.string({ unit: fc.constantFrom('word ', '\n', '. ', '| a | b |\n', '2. x', '部'), maxLength: 300 });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 15 }), (all) => {
        const digest = digestOf(all.map(([body, title], i) => hit(`p${i}`, body, { title, section: title })));
        expect(digest.length).toBe(Math.min(12, all.length));
        for (const [i, source] of digest.entries()) {
          expect(source.length).toBeLessThanOrEqual(400);
          expect(source.startsWith(`${i + 1}. `)).toBe(true);
          expect(source).not.toContain('\n\n');
        }
      }),
    );
  });
});
