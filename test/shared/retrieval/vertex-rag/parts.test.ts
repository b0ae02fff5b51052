import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../../../shared/documents/document.ts';
import { HEADING, partsOf } from '../../../../shared/retrieval/vertex-rag/stage.ts';

const chunkOf = (body: string, headingPath: readonly string[], ordinal = 0, locator?: string): Chunk => ({
  ordinal,
  headingPath,
  body,
  start: 0,
  end: body.length,
  ...(locator ? { locator } : {}),
});
const word = fc.stringMatching(/^[a-z]{1,12}$/);
const chunks = fc.array(
  fc.record({
    body: fc.array(word, { minLength: 1, maxLength: 40 }).map((words) => words.join(' ')),
    headingPath: fc.array(word, { minLength: 1, maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 40 },
);

describe('the text of a document for the service', () => {
  it('has each run of one section below one heading with its whole path', () => {
    const parts = partsOf(
      { title: 'T' },
      [chunkOf('one', ['A', 'B']), chunkOf('two', ['A', 'B']), chunkOf('three', ['A', 'C'], 2, 'p. 4'), chunkOf('four', ['A', 'B'])],
      1_000,
    );
    expect(parts).toEqual(['## A > B\n\none\n\ntwo\n\n## A > C, p. 4\n\nthree\n\n## A > B\n\nfour\n']);
  });

  it('has the title above what has no heading', () => {
    expect(partsOf({ title: 'T' }, [chunkOf('one', [])], 100)).toEqual(['## T\n\none\n']);
  });

  it('of nothing is nothing', () => {
    expect(partsOf({ title: 'T' }, [], 100)).toEqual([]);
  });

  it('says everything once and in order, in parts that each begin with a heading and are no longer than they may be', () => {
    fc.assert(
      fc.property(chunks, fc.integer({ min: 600, max: 2_000 }), (given, most) => {
        const all = given.map(({ body, headingPath }, i) => chunkOf(body, headingPath, i));
        const parts = partsOf({ title: 'T' }, all, most);
        for (const part of parts) {
          expect(part.startsWith(HEADING)).toBe(true);
          expect(part.length).toBeLessThanOrEqual(most);
        }
        const bodies = parts.flatMap((part) =>
          part
            .trimEnd()
            .split('\n\n')
            .filter((paragraph) => !paragraph.startsWith(HEADING)),
        );
        expect(bodies).toEqual(given.map(({ body }) => body));
      }),
    );
  });

  it('keeps a passage whole that is longer than a part', () => {
    const body = 'x'.repeat(500);
    expect(partsOf({ title: 'T' }, [chunkOf('a', ['A']), chunkOf(body, ['B']), chunkOf('c', ['C'])], 100)).toEqual([
      '## A\n\na',
      `## B\n\n${body}`,
      '## C\n\nc\n',
    ]);
  });
});
