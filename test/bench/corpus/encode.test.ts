import { describe, expect, it } from 'vitest';
import { randomOf } from '../../../golden/statistics/random.ts';
import { assertUnit } from '../../../shared/models/embed/normalise.ts';
import { passagesForTests } from '../fixture.ts';
import { createEncoder } from './encode.ts';
import { createVariation } from './vary.ts';

const passages = passagesForTests();
const encoder = createEncoder(passages, 256);
const { passage, question } = encoder;
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

describe('the vectors of the corpus', () => {
  it('have length 1 and short values', () => {
    const vector = assertUnit(passage('The pump in hall 7 leaked.'));
    expect(Array.from(vector, (value) => Math.abs(value * 1e4 - Math.round(value * 1e4))).every((rest) => rest < 1e-2)).toBe(true);
  });

  it('are the same for the same words', () => {
    expect(createEncoder(passages, 256).passage('gasket pressure')).toEqual(passage('Gaskets: pressure!'));
  });

  it('keep their cosines in more dimensions', () => {
    const wide = createEncoder(passages, 768);
    const [a, b] = ['the audit of the pump', 'the pump near Berlin'];
    expect(cosine(wide.passage(a), wide.passage(b))).toBeCloseTo(cosine(passage(a), passage(b)), 2);
  });

  it('are nearer for texts with rare words in common than with frequent ones', () => {
    expect(cosine(passage('shift report'), passage('report on shifts'))).toBeGreaterThan(
      cosine(passage('shift report'), passage('report on the pump')),
    );
  });

  it('are nearest for variations of the same passage', () => {
    const vary = createVariation(passages);
    const random = randomOf('nearest');
    const [one, same, other] = [passages[0], passages[0], passages[9]].map((base) =>
      passage(base ? `${base.title} ${vary(base, random)}` : ''),
    );
    if (!one || !same || !other) throw new Error('there are three');
    expect(cosine(one, same)).toBeGreaterThan(cosine(one, other));
  });

  it('put a question nearer to passages than its words alone are', () => {
    const best = (vector: Float32Array) =>
      Math.max(...passages.map(({ title, sentences }) => cosine(vector, passage(`${title} ${sentences.join(' ')}`))));
    expect(best(question('audit in Berlin'))).toBeGreaterThan(best(passage('audit in Berlin')));
  });

  it('exist for a text without a word', () => {
    expect(() => assertUnit(question('42 !'))).not.toThrow();
  });
});
