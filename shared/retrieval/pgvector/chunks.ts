import { createHash } from 'node:crypto';
import { type Chunk, type Metadata, sectionOf } from '../../documents/document.ts';
import { identifiers } from '../../documents/identify.ts';
import { plain } from '../../documents/plain.ts';
import type { Passage } from '../../models/embed/embedder.ts';
import { indexTerms } from './terms.ts';

/** A chunk ready to be stored: what it says, what it is found by, and the address of its vector. */
export interface ChunkRow extends Chunk, Embeddable {
  readonly terms: string;
}

/** What is embedded of a chunk, and its address. */
export interface Embeddable {
  readonly passage: Passage;
  /** SHA-256 of the passage, in hexadecimal. */
  readonly contentHash: string;
}

/** Whether what a chunk is found by carries the identity of its document; 'body' is for measuring what that is worth. */
export type Identity = 'identity' | 'body';

/** Metadata that says what kind of thing a document is about: people name it in their questions. */
const CATEGORIES = ['doc_type', 'category', 'product', 'version', 'keywords', 'tags'];

/**
 * The rows of a document's chunks. What a chunk is found by carries its identity: title, headings, words of its path,
 * category and identifiers. `metadata` is the document's own: what its object says changes without a word being indexed. What is embedded carries the title and headings alone: the rest is no prose.
 */
export function chunkRows(
  title: string,
  documentId: string,
  metadata: Metadata,
  chunks: readonly Chunk[],
  identity: Identity,
): readonly ChunkRow[] {
  const path = pathWords(documentId);
  const category = CATEGORIES.flatMap((field) => metadata[field] ?? []).join('\n');
  return chunks.map((chunk) => {
    const section = sectionOf(chunk.headingPath);
    const text = plain(chunk.body);
    return {
      ...chunk,
      ...embeddable(title, section, text),
      terms: indexTerms(identity === 'identity' ? [...new Set([title, ...chunk.headingPath]), path, category, text].join('\n') : text),
    };
  });
}

/** What is embedded of a stored chunk. */
export const embeddableOf = (title: string, { headingPath, body }: Pick<Chunk, 'headingPath' | 'body'>): Embeddable =>
  embeddable(title, sectionOf(headingPath), plain(body));

function embeddable(title: string, section: string, text: string): Embeddable {
  const passage = { title, text: `${section}\n\n${text}` };
  return { passage, contentHash: createHash('sha256').update(`${title}\0${passage.text}`).digest('hex') };
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
