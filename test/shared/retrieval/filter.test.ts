import { describe, expect, it } from 'vitest';
import { InvalidInput } from '../../../shared/errors.ts';
import { EVERYTHING, parseFilter, passes } from '../../../shared/retrieval/filter.ts';

/** As a request brings it, for `{__proto__: 1}` in a source file is no field. */
const parsed = (json: string) => parseFilter(JSON.parse(json));
const refusal = (value: unknown): unknown => {
  try {
    return parseFilter(value);
  } catch (error) {
    return error;
  }
};
const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, i]));

describe('a filter of a request', () => {
  it('is a condition for each value, list, comparison and existence', () => {
    expect(parsed('{"a":"x","b":[1,true,"y"],"c":{"lte":9,"gt":"3"},"d":{"exists":false},"e":0,"f":false}')).toEqual([
      { field: 'a', in: ['x'] },
      { field: 'b', in: [1, true, 'y'] },
      { field: 'c', is: 'gt', value: '3' },
      { field: 'c', is: 'lte', value: 9 },
      { field: 'd', exists: false },
      { field: 'e', in: [0] },
      { field: 'f', in: [false] },
    ]);
    expect(parsed('{}')).toEqual(EVERYTHING);
  });

  it.each(['__proto__', 'constructor', 'hasOwnProperty', 'a.b', "it's", '"', '$1'])('keeps a field called %s', (field) => {
    expect(parsed(`{${JSON.stringify(field)}:{"gte":1}}`)).toEqual([{ field, is: 'gte', value: 1 }]);
  });

  it('has times with a zone as they are stored', () => {
    expect(parsed('{"a":{"gte":"2026-01-31T09:00+01:00"}}')).toEqual([{ field: 'a', is: 'gte', value: '2026-01-31T08:00:00.000Z' }]);
    expect(parsed('{"a":{"gte":"2026-01"}}')).toEqual([{ field: 'a', is: 'gte', value: '2026-01' }]);
  });

  it.each([
    ['no object', 5],
    ['a list', []],
    ['null', null],
    ['nothing', undefined],
    ['an empty field name', { '': 1 }],
    ['a field name of more than 200 characters', { ['x'.repeat(201)]: 1 }],
    ['NUL in a field name', { 'a\u0000': 1 }],
    ['half a character in a field name', { '\ud800': 1 }],
    ['NUL in a value', { a: 'x\u0000' }],
    ['half a character in a value', { a: '\udc00' }],
    ['half a character in a list', { a: ['x', '\ud800'] }],
    ['half a character in a comparison', { a: { gt: '\ud800' } }],
    ['a value of more than 1,000 characters', { a: 'x'.repeat(1_001) }],
    ['a value that is null', { a: null }],
    ['a value that is undefined', { a: undefined }],
    ['NaN', { a: Number.NaN }],
    ['a number beyond every number', JSON.parse('{"a":1e999}')],
    ['null in a list', { a: [null] }],
    ['a list in a list', { a: [['x']] }],
    ['an object in a list', { a: [{ gte: 1 }] }],
    ['an object in a comparison', { a: { gte: { b: 1 } } }],
    ['a truth in a comparison', { a: { gte: true } }],
    ['null in a comparison', { a: { gte: null } }],
    ['existence that is no truth', { a: { exists: 'yes' } }],
    ['an empty range', { a: {} }],
    ['a range of nothing', { a: { gte: undefined } }],
    ['an unknown comparison', { a: { near: 1 } }],
    ['an unknown comparison beside a known one', { a: { gte: 1, near: 1 } }],
    ['a comparison called __proto__', JSON.parse('{"a":{"gte":1,"__proto__":2}}')],
    ['nested fields', { a: { b: 'x' } }],
    ['33 fields', fields(33)],
    ['101 values', { a: Array.from({ length: 101 }, (_, i) => i) }],
  ])('is refused: %s', (_, value) => {
    expect(refusal(value)).toMatchObject({ name: 'InvalidInput', code: 'INVALID_ARGUMENT', message: expect.stringMatching(/^filter: ./) });
  });

  it('may have as much as it says', () => {
    expect(parseFilter(fields(32))).toHaveLength(32);
    expect(parseFilter({ a: Array.from({ length: 100 }, (_, i) => i), b: 'x'.repeat(1_000), ['x'.repeat(200)]: 1 })).toHaveLength(3);
  });

  it('names the field that is wrong', () => {
    expect(() => parseFilter({ product: 'pump', version: { near: 3 } })).toThrow(InvalidInput);
    expect(() => parseFilter({ product: 'pump', version: { near: 3 } })).toThrow('"version"');
  });
});

describe('passing a filter', () => {
  it.each([
    ['the same text', { a: 'x' }, '{"a":"x"}', true],
    ['another text', { a: 'x' }, '{"a":"X"}', false],
    ['a number for its text', { a: '5' }, '{"a":5}', true],
    ['text for its number', { a: 5 }, '{"a":"5"}', true],
    ['text that writes the number otherwise', { a: 5 }, '{"a":"5.0"}', false],
    ['a truth for its text', { a: 'true' }, '{"a":true}', true],
    ['text for its truth', { a: false }, '{"a":"false"}', true],
    ['1 for true', { a: true }, '{"a":1}', false],
    ['one of a list', { a: 'y' }, '{"a":["x","y"]}', true],
    ['none of a list', { a: 'z' }, '{"a":["x","y"]}', false],
    ['an item of a stored list', { a: ['x', 5] }, '{"a":"5"}', true],
    ['an item of both lists', { a: ['x', 'y'] }, '{"a":["y","z"]}', true],
    ['no item of both lists', { a: ['x', 'y'] }, '{"a":["z"]}', false],
    ['an empty list', { a: 'x' }, '{"a":[]}', false],
    ['an empty stored list', { a: [] }, '{"a":"x"}', false],
    ['a field that is not there', {}, '{"a":"x"}', false],
    ['a field that every object inherits', {}, '{"constructor":{"exists":true}}', false],
    ['all of several', { a: 'x', b: 'y' }, '{"a":"x","b":"y"}', true],
    ['one of several', { a: 'x', b: 'y' }, '{"a":"x","b":"z"}', false],
  ])('by value: %s', (_, metadata, filter, expected) => {
    expect(passes(metadata, parsed(filter))).toBe(expected);
  });

  it.each([
    ['a number', 10, '{"gt":9}', true],
    ['the bound itself', 9, '{"gt":9}', false],
    ['the bound itself, included', 9, '{"gte":9,"lte":9}', true],
    ['between', 5, '{"gte":1,"lt":5}', false],
    ['text that is a number', ' 10.5 ', '{"gt":9}', true],
    ['a number against text that is one', 10, '{"gt":"9"}', true],
    ['text against text, by code point', '10', '{"gt":"9"}', false],
    ['text beyond the basic plane, by code point', '\u{10000}', '{"gt":"\uffff"}', true],
    ['text that is no number', 'ten', '{"gt":9}', false],
    ['text that is no number, the other way', 'ten', '{"lte":9}', false],
    ['a digit of another script', '٥', '{"gt":1}', false],
    ['a number after a space that is not ASCII', '\u20035', '{"gt":1}', false],
    ['a number against text that is none', 5, '{"gt":"a"}', false],
    ['a truth', true, '{"gte":0}', false],
    ['an item of a list', [1, 20], '{"gt":9,"lt":30}', true],
    ['items of a list that meet a condition each', [1, 20], '{"gt":15,"lt":5}', true],
    ['no item of a list', [1, 2], '{"gt":9}', false],
    ['a day', '2026-01-31', '{"gte":"2026-01-31","lte":"2026-01-31"}', true],
    ['a time on the wanted day', '2026-01-31T08:00:00.000Z', '{"lte":"2026-01-31"}', true],
    ['a time after the wanted day', '2026-02-01T00:00:00.000Z', '{"lte":"2026-01-31"}', false],
    ['a time on the wanted day is not after it', '2026-01-31T08:00:00.000Z', '{"gt":"2026-01-31"}', false],
    ['a day in the wanted month', '2026-01-31', '{"lte":"2026-01"}', true],
    ['a day in the wanted year', '2026-12-31', '{"lte":"2026","gte":"2026"}', true],
    ['a day before the wanted year', '2025-12-31', '{"gte":"2026"}', false],
    ['a time against a wanted time', '2026-01-31T08:00:00.000Z', '{"lt":"2026-01-31T09:00:00Z"}', true],
    ['a time against a wanted time of another zone', '2026-01-31T08:00:00.000Z', '{"lt":"2026-01-31T08:30:00+01:00"}', false],
    ['a year that is a number', 2026, '{"gte":"2026"}', true],
    ['existence', 0, '{"exists":true}', true],
    ['absence', '', '{"exists":false}', false],
    ['existence and more', 5, '{"exists":true,"gt":9}', false],
  ])('by comparison: %s', (_, stored, range, expected) => {
    expect(passes({ a: stored }, parsed(`{"a":${range}}`))).toBe(expected);
  });

  it('without the field there is absence alone', () => {
    expect(passes({}, parsed('{"a":{"exists":false}}'))).toBe(true);
    expect(passes({}, parsed('{"a":{"exists":true}}'))).toBe(false);
    expect(passes({}, parsed('{"a":{"exists":false,"lt":5}}'))).toBe(false);
    expect(passes({}, EVERYTHING)).toBe(true);
  });
});
