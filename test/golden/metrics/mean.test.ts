import { describe, expect, it } from 'vitest';
import { meanOf, valuesOf } from '../../../golden/metrics/mean.ts';
import { recall } from '../../../golden/metrics/recall.ts';

const query = (id: string, ...grades: readonly (readonly [string, number])[]) => ({ id, judged: new Map(grades) });
const queries = [query('all', ['a', 1]), query('half', ['a', 1], ['b', 1]), query('silent', ['a', 1]), query('nothing', ['a', 0])];
const rankings = new Map([
  ['all', ['a']],
  ['half', ['b', 'c']],
  ['nothing', ['a']],
  ['another', ['a']],
]);

describe('the values of a metric by query', () => {
  const values = valuesOf(recall, 10, queries, rankings);

  it('are of each query that something is relevant to, and of no other', () => {
    expect([...values.keys()]).toEqual(['all', 'half', 'silent']);
  });

  it('are 0 for a query that was not run', () => {
    expect(values.get('silent')).toBe(0);
  });

  it('are of the first k places', () => {
    expect(valuesOf(recall, 1, [query('q', ['a', 1])], new Map([['q', ['b', 'a']]])).get('q')).toBe(0);
  });

  it('are not made for two queries with one id', () => {
    expect(() => valuesOf(recall, 10, [query('q'), query('q')], rankings)).toThrow(new RangeError('two queries have the id q'));
  });
});

describe('the mean', () => {
  it('is over the judged queries, run or not', () => {
    expect(meanOf(valuesOf(recall, 10, queries, rankings))).toBe((1 + 1 / 2 + 0) / 3);
  });

  it('is none of no query', () => {
    expect(() => meanOf(new Map())).toThrow(RangeError);
  });
});
