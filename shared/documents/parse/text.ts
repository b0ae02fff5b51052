import type { Paragraph, Root } from 'mdast';
import type { Reading } from './reading.ts';

/** Plain text as a tree: one paragraph for each run of lines between blank lines. */
export const parseText = (text: string, name = ''): Reading & { readonly title: string; readonly text: string } => ({
  title: name,
  text,
  tree: { type: 'root', children: paragraphs(text, 0) },
});

/** The paragraphs of `text`, with positions counted from `offset`. */
export function paragraphs(text: string, offset: number): Root['children'] {
  return Array.from(text.matchAll(/[^\n]*\S[^\n]*(?:\n[^\n]*\S[^\n]*)*/g), ({ 0: value, index }): Paragraph => {
    const start = offset + index;
    const position = { start: at(start), end: at(start + value.length) };
    return { type: 'paragraph', children: [{ type: 'text', value, position }], position };
  });
}

/** A unist point. Only the offset is used here; lines and columns are for people, and none reads them. */
const at = (offset: number) => ({ line: 1, column: 1, offset });
