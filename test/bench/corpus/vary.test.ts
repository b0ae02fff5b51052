import { describe, expect, it } from 'vitest';
import { randomOf } from '../../../golden/statistics/random.ts';
import { passagesForTests } from '../fixture.ts';
import { createVariation } from './vary.ts';

const passages = passagesForTests();
const [base] = passages;
if (!base) throw new Error('there are passages');
const vary = createVariation(passages);

describe('a variation of a passage', () => {
  it('is the same from the same random numbers, and another from others', () => {
    expect(vary(base, randomOf('a'))).toBe(vary(base, randomOf('a')));
    expect(vary(base, randomOf('a'))).not.toBe(vary(base, randomOf('b')));
  });

  it('replaces numbers by numbers of as many digits', () => {
    const digits = (text: string) => new Set(Array.from(text.matchAll(/entry (\d+)/g), ([, number]) => number?.length));
    expect(digits(vary(base, randomOf('a')))).toEqual(new Set([3]));
  });

  it('replaces names by names of the same set, and leaves first words alone', () => {
    const text = Array.from({ length: 30 }, (_, i) => vary(base, randomOf(`${i}`))).join(' ');
    const names = new Set(text.match(/(?<=[\p{Ll}\d,] )\p{Lu}\p{Ll}+/gu));
    expect([...names].sort()).toEqual(['Berlin', 'Frankfurt', 'Gasket', 'Pressure']);
    expect(text).toMatch(/^(The|A|Each|One) /);
  });
});
