import { describe, expect, it } from 'vitest';
import { chunk } from './chunk.ts';

const words = (count: number) => Array.from({ length: count }, (_, i) => `w${String(i).padStart(2, '0')}`).join(' ');

describe('chunk', () => {
  it('leaves a short text whole', () => {
    expect(chunk('\n one two \n', 1024, 256)).toEqual([{ text: 'one two', pages: undefined }]);
    expect(chunk(' \n', 1024, 256)).toEqual([]);
  });

  it('cuts between words, at four characters a token', () => {
    expect(chunk(words(5), 2, 0).map(({ text }) => text)).toEqual(['w00 w01', 'w02 w03', 'w04']);
  });

  it('begins a piece with the last words of the one before', () => {
    expect(chunk(words(7), 4, 2).map(({ text }) => text)).toEqual(['w00 w01 w02 w03', 'w02 w03 w04 w05', 'w04 w05 w06']);
  });

  it('cuts what has no spaces, and loses none of it', () => {
    const text = '文'.repeat(10);
    expect(chunk(text, 1, 0).map((piece) => piece.text)).toEqual(['文文文文', '文文文文', '文文']);
    expect(chunk(`a ${'b'.repeat(9)} c`, 2, 1).map((piece) => piece.text)).toEqual(['a', 'bbbbbbbb', 'bbbbb c']);
  });

  it('tells the pages of a piece that form feeds part, from 1', () => {
    const pages = chunk('one\ftwo three\ffour', 2, 0);
    expect(pages).toEqual([
      { text: 'one\ntwo', pages: { firstPage: 1, lastPage: 2 } },
      { text: 'three', pages: { firstPage: 2, lastPage: 2 } },
      { text: 'four', pages: { firstPage: 3, lastPage: 3 } },
    ]);
  });
});
