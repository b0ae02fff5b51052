import { describe, expect, it } from 'vitest';
import { assertUnit } from '../../../shared/models/embed/normalise.ts';
import { passagesForTests } from '../fixture.ts';
import { createEncoder } from './encode.ts';
import { randomOf } from './random.ts';
import { createVariation } from './vary.ts';

const passages = passagesForTests();
const encode = createEncoder(passages, 256);
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

describe('the vectors of the corpus', () => {
  it('have length 1 and short values', () => {
    const vector = assertUnit(encode('The pump in hall 7 leaked.'));
    expect(Array.from(vector, (value) => Math.abs(value * 1e4 - Math.round(value * 1e4))).every((rest) => rest < 1e-2)).toBe(true);
  });

  it('are the same for the same words', () => {
    expect(createEncoder(passages, 256)('gasket pressure')).toEqual(encode('Gaskets: pressure!'));
  });

  it('are nearer where texts have rare words in common than where they have frequent ones', () => {
    const asked = encode('audit');
    expect(cosine(asked, encode('the audit was long'))).toBeGreaterThan(cosine(asked, encode('the pump was long')));
  });

  it('are nearest for variations of the same passage', () => {
    const real = passages.map((passage, i) => ({ ...passage, sentences: [`Topic${i} word${i}x matters.`, ...passage.sentences] }));
    const vary = createVariation(real);
    const encodeReal = createEncoder(real, 256);
    const [first, second] = real;
    if (!first || !second) throw new Error('there are passages');
    const random = randomOf('nearest');
    const one = encodeReal(vary(first, random));
    expect(cosine(one, encodeReal(vary(first, random)))).toBeGreaterThan(0.5);
  });

  it('exist for a text without a word', () => {
    expect(() => assertUnit(encode('42 !'))).not.toThrow();
  });
});
