import { createHash } from 'node:crypto';
import { type Chunk, type Metadata, sectionOf } from '../../documents/document.ts';
import { identifiers } from '../../documents/identify.ts';
import { plain } from '../../documents/plain.ts';
import type { Passage } from '../../models/embed/embedder.ts';
import { indexTerms } from './terms.ts';

/** A chunk ready to be stored: what it says, what it is found by, and the address of its vector. */
export interface ChunkRow extends Chunk {
  readonly terms: string;
  readonly passage: Passage;
  /** SHA-256 of the passage, in hexadecimal. */
  readonly contentHash: string;
}

/** The rows of a document's chunks. What a chunk is found by carries its identity: title, headings and words of its path. */
export function chunkRows(title: string, documentId: string, chunks: readonly Chunk[]): readonly ChunkRow[] {
  const path = pathWords(documentId);
  return chunks.map((chunk) => {
    const section = sectionOf(chunk.headingPath);
    const text = plain(chunk.body);
    const passage = { title, text: `${section}\n\n${text}` };
    return {
      ...chunk,
      terms: indexTerms([title, section, path, text].join('\n')),
      passage,
      contentHash: createHash('sha256').update(`${title}\0${passage.text}`).digest('hex'),
    };
  });
}

/** Identifiers that a whole document is about: of its title, its path, and the words of its front matter. */
export function subjectsOf(title: string, documentId: string, metadata: Metadata): readonly string[] {
  const said = Object.values(metadata)
    .flat()
    .filter((value) => typeof value === 'string' && !DATE.test(value));
  return identifiers([title, pathWords(documentId), ...said].join('\n'));
}

/** `errors/e-4021.md` without its slashes and its ending. */
const pathWords = (documentId: string): string => documentId.replace(/\.[^./]*$/, '').replaceAll('/', '\n');

const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/;
