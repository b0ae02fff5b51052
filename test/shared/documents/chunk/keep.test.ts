import { describe, expect, it } from 'vitest';
import { KEEP_FROM_CHUNKS } from '../../../../shared/documents/chunk/chunk.ts';
import { cut, story } from './cut.ts';

const sizes = { maxChars: 1_200, targetChars: 400, overlapChars: 0 };
const paragraphs = Array.from({ length: 100 }, (_, i) => story(i * 5, i * 5 + 5));
const documentOf = (parts: readonly string[]) => `# Long\n\n${parts.join('\n\n')}\n\n## Short\n\nOne line.\n`;
const before = cut(documentOf(paragraphs), sizes);
const known = new Set(before.map(({ body }) => body));

/** The chunks of an edited version that were not in the one before. */
const changed = (text: string) => cut(text, sizes, before).filter(({ body }) => !known.has(body));

describe('chunk: the version before', () => {
  it('is kept but for what changed, wherever that is', () => {
    expect(before.length).toBeGreaterThan(KEEP_FROM_CHUNKS);
    for (const at of [0, 1, 50, 98, 99]) {
      for (const edited of [
        paragraphs.with(at, story(900, 905)),
        paragraphs.with(at, `${paragraphs[at]} ${story(900, 902)}`),
        paragraphs.toSpliced(at, 0, story(900, 905)),
        paragraphs.toSpliced(at, 1),
      ]) {
        expect(changed(documentOf(edited)).length).toBeLessThanOrEqual(2);
      }
    }
  });

  it('keeps where the chunks stand', () => {
    const text = documentOf(paragraphs.toSpliced(50, 1));
    for (const { start, end, body } of cut(text, sizes, before)) expect(text.slice(start, end)).toBe(body);
  });

  it('leaves no sliver where a line came in', () => {
    for (const at of [1, 50, 100]) {
      const [chunk, ...others] = changed(documentOf(paragraphs.toSpliced(at, 0, 'A new line.'))).filter(({ body }) =>
        body.includes('A new line.'),
      );
      expect(others).toEqual([]);
      expect(chunk?.body.length).toBeGreaterThan(100);
    }
  });

  it('cuts a section afresh that fits into one chunk', () => {
    expect(changed(documentOf(paragraphs).replace('One line.', 'One line.\n\nAnother.')).map(({ body }) => body)).toEqual([
      'One line.\n\nAnother.',
    ]);
  });
});
