import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mutate, mutationsOf } from './mutation.ts';
import { MUTATIONS } from './mutations.ts';

/** Has nothing to compute. */
const WITHOUT = ['golden/metrics/judge.ts'];

describe('the mutations', () => {
  it('each alter something that is there once', () => {
    for (const mutation of MUTATIONS) expect(() => mutate(readFileSync(mutation.file, 'utf8'), mutation)).not.toThrow();
  });

  it('have names of their own', () => {
    const names = MUTATIONS.map(({ file, name }) => `${file}: ${name}`);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it('are at least two of each metric and statistic', () => {
    const files = globSync('golden/{metrics,statistics}/*.ts').filter((file) => !WITHOUT.includes(file));
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((file) => MUTATIONS.filter((mutation) => mutation.file === file).length < 2)).toEqual([]);
  });
});

describe('a mutation', () => {
  const [mutation] = mutationsOf('golden/x.ts', [['plus as minus', 'a + b', 'a - b']]);
  if (!mutation) throw new Error('there is one');

  it('is of the test that mirrors its file', () => {
    expect(mutation.test).toBe('test/golden/x.test.ts');
  });

  it('changes what it names, as it is written', () => {
    expect(mutate('return a + b;', mutation)).toBe('return a - b;');
    expect(mutate('return a + b;', { ...mutation, replace: '$&' })).toBe('return $&;');
  });

  it('is refused where that is not there, or more than once', () => {
    expect(() => mutate('return a;', mutation)).toThrow('golden/x.ts: plus as minus: `a + b` is there 0 times, not once');
    expect(() => mutate('a + b + a + b', mutation)).toThrow('2 times');
  });
});
