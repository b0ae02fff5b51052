import type { ChunkConfig } from '../../shared/config.ts';
import { chunk } from '../../shared/documents/chunk/chunk.ts';
import { parse } from '../../shared/documents/parse/parse.ts';
import type { Range } from '../../shared/documents/parse/segments.ts';
import { fixedWindow, recursiveCharacter } from './baselines.ts';
import type { Corpus } from './set.ts';

/** A chunk as it is indexed, and where it stands in its corpus. */
export interface Cut extends Range {
  readonly body: string;
  /** What it is found by: the body, and the headings above it where the chunker takes those out of the text. */
  readonly indexed: string;
}

export interface Chunker {
  readonly name: string;
  cut(corpus: Corpus): Promise<readonly Cut[]>;
}

const baseline = (name: string, cut: (text: string) => readonly Range[]): Chunker => ({
  name,
  cut: async ({ text }) =>
    cut(text)
      .map(({ start, end }) => ({ start, end, body: text.slice(start, end), indexed: text.slice(start, end) }))
      .filter(({ body }) => body.trim() !== ''),
});

export const BASELINES: readonly Chunker[] = [
  baseline('fixed 1,024/0', (text) => fixedWindow(text, 1_024, 0)),
  baseline('fixed 1,024/130', (text) => fixedWindow(text, 1_024, 130)),
  baseline('recursive 1,024/130', (text) => recursiveCharacter(text, 1_024, 130)),
];

/** The product's own parser and chunker, the corpus read as Markdown. */
export const ours = (name: string, config: ChunkConfig): Chunker => ({
  name,
  cut: async ({ id, text }) => {
    const document = await parse({ documentId: `${id}.md`, mediaType: 'text/markdown' }, new TextEncoder().encode(text));
    if (document.text !== text) throw new Error(`${id}: the parser changed the text, and with it what offsets mean`);
    return chunk(document, config).map(({ headingPath, start, end, body }) => {
      // The title that stands for a document without one is the file's name, which no other chunker is told.
      const headings = headingPath.filter((heading) => heading !== id);
      return { start, end, body, indexed: [...headings, body].join('\n\n') };
    });
  },
});
