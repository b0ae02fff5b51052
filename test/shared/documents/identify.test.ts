import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compounds, identifiers, queryIdentifiers } from '../../../shared/documents/identify.ts';

describe('identifiers', () => {
  it.each([
    ['E-4021', ['e4021']],
    ['ERR_504_TIMEOUT', ['err504timeout']],
    ['88-1173', ['88x1173', '881173']],
    ['v2.4.1', ['2x4x1']],
    ['2.4.1', ['2x4x1']],
    ['C2065', ['c2065']],
    ['TW-1842', ['tw1842']],
    ['hnsw_ef_search', ['hnswefsearch']],
    ['2026-11-30', ['2026x11x30']],
  ])('recognises %s', (text, forms) => {
    expect(identifiers(`see ${text}, please`)).toEqual(expect.arrayContaining(forms));
  });

  it.each(['refund', '42', 'and/or', 'beta-cell', "What's", '...', 'std::cout', ''])('sees none in %j', (text) => {
    expect(identifiers(text)).toEqual([]);
  });

  it('tells two codes with a slash between them apart', () => {
    expect(identifiers('E-4021/E-4022')).toEqual(['e4021', 'e4022']);
  });

  it('does not take one version or decimal for another', () => {
    expect(identifiers('v2.41')).not.toEqual(expect.arrayContaining([...identifiers('v2.4.1')]));
    expect(identifiers('2.41')).not.toEqual(expect.arrayContaining([...identifiers('24.1')]));
    expect(identifiers('1-2')).not.toContain('12');
  });

  it('finds a model number inside a longer name', () => {
    expect(identifiers('lp-350-01-installation')).toContain('lp350');
  });

  const letters = fc.stringMatching(/^[a-z]{1,6}$/);
  const digits = fc.stringMatching(/^[1-9][0-9]{1,4}$/);
  const separator = fc.constantFrom('-', '_', '.', '');
  it('sees the same code whatever its case and separators', () => {
    fc.assert(
      fc.property(letters, digits, separator, separator, fc.boolean(), (word, number, one, other, upper) => {
        fc.pre(word !== 'v');
        const plain = `${word}${one}${number}`;
        const variant = upper ? `${word}${other}${number}`.toUpperCase() : `${word}${other}${number}`;
        expect(identifiers(variant)).toContain(identifiers(plain)[0]);
      }),
    );
  });

  it('every code of a document is found by a query that writes it with spaces', () => {
    fc.assert(
      fc.property(letters, digits, letters, (word, number, tail) => {
        fc.pre(word !== 'v');
        const [form] = identifiers(`${word}_${number}_${tail}`);
        expect(queryIdentifiers(`why ${word} ${number} ${tail}`)).toContain(form);
      }),
    );
  });

  it('takes any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void [identifiers(text), queryIdentifiers(text), compounds(text)]));
  });
});

describe('compounds', () => {
  it('joins words that are written with a hyphen', () => {
    expect(compounds('a well‑known beta-cell and IL-6')).toEqual(['wellknown', 'betacell']);
  });
});
