import { describe, expect, it } from 'vitest';
import { chunk } from '../../../../shared/documents/chunk/chunk.ts';
import { locator } from '../../../../shared/documents/chunk/locator.ts';
import { parsed, SIZES, story } from './cut.ts';

describe('locator', () => {
  it.each([
    [0, 10, 'p. 1'],
    [0, 100, 'p. 1'],
    [100, 101, 'p. 2'],
    [99, 101, 'pp. 1–2'],
    [50, 250, 'pp. 1–3'],
    [900, 950, 'p. 3'],
  ])('of %i to %i is %s', (start, end, expected) => {
    expect(locator([0, 100, 200], { start, end })).toEqual({ locator: expected });
  });

  it('is nothing in a document without pages', () => {
    expect(locator(undefined, { start: 0, end: 1 })).toEqual({});
    expect(locator([], { start: 0, end: 1 })).toEqual({});
  });

  it('goes with each chunk, and a page that ends in a paragraph does not cut it', () => {
    const document = parsed(`# A\n\n${story(0, 4)}\n\n${story(4, 30)}\n`);
    const at = (words: string) => document.text.indexOf(words);
    const paged = chunk({ ...document, pages: [0, at('sentence number 2'), at('sentence number 20')] }, SIZES);
    expect(paged[0]?.locator).toBe('pp. 1–2');
    expect(paged.at(-1)?.locator).toBe('p. 3');
    expect(paged.map(({ body }) => body)).toEqual(chunk(document, SIZES).map(({ body }) => body));
  });
});
