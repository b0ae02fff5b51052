import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixedWindow, recursiveCharacter } from '../../../golden/chunking/baselines.ts';

const texts = (text: string, ranges: readonly { start: number; end: number }[]) => ranges.map(({ start, end }) => text.slice(start, end));

describe('fixedWindow', () => {
  it('cuts every so many characters, with an overlap', () => {
    expect(texts('abcdefghij', fixedWindow('abcdefghij', 4, 0))).toEqual(['abcd', 'efgh', 'ij']);
    expect(texts('abcdefghij', fixedWindow('abcdefghij', 4, 2))).toEqual(['abcd', 'cdef', 'efgh', 'ghij']);
  });
});

/** LangChain's own test of its splitter (test_iterative_text_splitter), separators kept. */
const LANGCHAIN = `Hi.

I'm Harrison.

How? Are? You?
Okay then f f f f.
This is a weird text to write, but gotta test the splittingggg some how.

Bye!

-H.`;

describe('recursiveCharacter', () => {
  it('cuts as LangChain does', () => {
    expect(texts(LANGCHAIN, recursiveCharacter(LANGCHAIN, 10, 1))).toEqual([
      'Hi.',
      "I'm",
      'Harrison.',
      'How? Are?',
      'You?',
      'Okay then',
      'f f f f.',
      'This is a',
      'weird',
      'text to',
      'write,',
      'but gotta',
      'test the',
      'splitting',
      'gggg',
      'some how.',
      'Bye!',
      '-H.',
    ]);
  });

  it('repeats whole parts up to the overlap', () => {
    expect(texts('a b c d e f', recursiveCharacter('a b c d e f', 5, 3))).toEqual(['a b c', 'c d', 'd e', 'e f']);
  });

  it('is never longer than the size and loses nothing but white space', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('word', 'x'.repeat(30), ' ', '\n', '\n\n'), { maxLength: 80 }), (parts) => {
        const text = parts.join('');
        const ranges = recursiveCharacter(text, 20, 5);
        let covered = 0;
        for (const { start, end } of ranges) {
          expect(end - start).toBeLessThanOrEqual(20);
          if (start > covered) expect(text.slice(covered, start).trim()).toBe('');
          covered = Math.max(covered, end);
        }
        expect(text.slice(covered).trim()).toBe('');
      }),
    );
  });
});
