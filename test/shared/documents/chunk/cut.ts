import type { ChunkConfig } from '../../../../shared/config.ts';
import { chunk, type EarlierChunk } from '../../../../shared/documents/chunk/chunk.ts';
import type { Chunk, ParsedDocument } from '../../../../shared/documents/document.ts';
import { parseMarkdown } from '../../../../shared/documents/parse/markdown.ts';

export const SIZES: ChunkConfig = { maxChars: 400, overlapChars: 80 };

/** The tests' way into the Markdown parser. */
export const parsed = (text: string): ParsedDocument => ({
  ...parseMarkdown(text, 'file'),
  metadata: {},
  mediaType: 'text/markdown',
  language: 'en',
});

/** The chunks of Markdown. */
export const cut = (text: string, config: ChunkConfig = SIZES, before: readonly EarlierChunk[] = []): readonly Chunk[] =>
  chunk(parsed(text), config, before);

/** Their bodies. */
export const bodies = (text: string, config: ChunkConfig = SIZES): readonly string[] => cut(text, config).map(({ body }) => body);

const sentence = (i: number) => `This is sentence number ${i} of the story.`;

/** Sentences `from` to `to`, all different. */
export const story = (from: number, to: number): string => Array.from({ length: to - from }, (_, i) => sentence(from + i)).join(' ');

/** Each line with a prefix, as in a quotation. */
export const prefixed = (prefix: string, text: string): string => text.replaceAll(/^/gm, prefix);
