import fc from 'fast-check';
import type { RootContent } from 'mdast';
import { describe, expect, it } from 'vitest';
import { chunk } from '../../../../shared/documents/chunk/chunk.ts';
import type { Chunk, ParsedDocument } from '../../../../shared/documents/document.ts';
import { headingText, isHeading } from '../../../../shared/documents/heading.ts';
import { cut, parsed, SIZES } from './cut.ts';
import { markdown } from './markdown.ts';

const sizes = fc.constantFrom(
  SIZES,
  { maxChars: 400, targetChars: 250, overlapChars: 0 },
  { maxChars: 900, targetChars: 300, overlapChars: 100 },
);

/** What no chunk covers: its text, without the headings, which stand in the heading paths, and the marks of quotations and of a front matter. */
function uncovered({ text, tree }: ParsedDocument, chunks: readonly Chunk[]): string {
  const covered = new Uint8Array(text.length);
  for (const { start, end } of chunks) covered.fill(1, start, end);
  for (const node of tree.children) if (node.type === 'heading') covered.fill(1, ...rangeOf(node));
  return Array.from(covered, (yes, i) => (yes ? '' : text.charAt(i)))
    .join('')
    .replaceAll(/[\s>]+/g, '')
    .replace(/^(?:---)+$/, '');
}

const rangeOf = ({ position }: RootContent): [number, number] => [position?.start.offset ?? 0, position?.end.offset ?? 0];

describe('chunk: whatever the document', () => {
  it('says where each body stands, a repeated header row aside', () => {
    fc.assert(
      fc.property(markdown, sizes, (text, config) => {
        // Front matter with a slip in it is text without structure.
        fc.pre(parsed(text).warning === undefined);
        for (const { start, end, body } of cut(text, config)) {
          const said = text.slice(start, end);
          if (body === said) continue;
          expect(body.endsWith(`\n${said}`)).toBe(true);
          expect(body.slice(0, -said.length)).toMatch(/^(> ?)*\|.*\|\n(> ?)*\|---\|---\|\n$/);
        }
      }),
    );
  });

  it('covers all of its text, in order', () => {
    fc.assert(
      fc.property(markdown, sizes, (text, config) => {
        const document = parsed(text);
        const chunks = chunk(document, config);
        expect(uncovered(document, chunks)).toBe('');
        for (const [i, { ordinal, start, end }] of chunks.entries()) {
          expect(ordinal).toBe(i);
          expect(start).toBeLessThan(end);
          expect(start).toBeGreaterThan(chunks[i - 1]?.start ?? -1);
          expect(end).toBeGreaterThan(chunks[i - 1]?.end ?? -1);
        }
        const said = chunks.flatMap(({ headingPath, body }) => [...headingPath, body]).join('\n');
        for (const heading of document.tree.children.filter(isHeading)) expect(said).toContain(headingText(heading));
        for (const word of text.match(/[\p{L}\p{N}]+/gu) ?? []) expect(said).toContain(word);
      }),
    );
  });

  it('makes no chunk longer than it may be, and cuts no character', () => {
    fc.assert(
      fc.property(markdown, sizes, (text, config) => {
        for (const { body } of cut(text, config)) {
          expect(body.length).toBeLessThanOrEqual(config.maxChars);
          expect(body.isWellFormed()).toBe(true);
        }
      }),
    );
  });

  it('repeats nothing where there is no overlap', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const chunks = cut(text, { maxChars: 400, targetChars: 250, overlapChars: 0 });
        for (const [i, { start }] of chunks.entries()) expect(start).toBeGreaterThanOrEqual(chunks[i - 1]?.end ?? 0);
      }),
    );
  });

  it('gives the same chunks every time, also with its own as those of the version before', () => {
    fc.assert(
      fc.property(markdown, sizes, (text, config) => {
        const chunks = cut(text, config);
        expect(cut(text, config)).toEqual(chunks);
        expect(cut(text, config, chunks)).toEqual(chunks);
      }),
    );
  });
});
