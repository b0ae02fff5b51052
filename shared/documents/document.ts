import type { Root } from 'mdast';

export type MetadataValue = string | number | boolean | readonly (string | number | boolean)[];
export type Metadata = Readonly<Record<string, MetadataValue>>;

/** One version of an object, as its source describes it. The bytes are read only when they are needed. */
export interface SourceDocument {
  readonly tenant: string;
  /** The object's path below its tenant, extension kept: `policies/returns.md`. */
  readonly documentId: string;
  readonly uri: string;
  readonly generation: bigint;
  readonly metageneration: bigint;
  readonly mediaType: string | undefined;
  /** Bytes, when the source knows. */
  readonly size: number | undefined;
  /** Groups that may read it. `*` is every group of the tenant, an empty list nobody. */
  readonly acl: readonly string[];
  /** What the object's own metadata says; the document's front matter comes with the bytes. */
  readonly metadata: Metadata;
  readonly updatedAt: Date;
  /**
   * The bytes of exactly this generation, of a longer object only the first `maxBytes + 1`, so that its reader can tell.
   * Throws NotFound when another generation has taken its place.
   */
  read(signal: AbortSignal, maxBytes: number): Promise<Uint8Array>;
}

/** A document whose bytes were understood. Positions in `tree` are offsets in `text`, in UTF-16 code units. */
export interface ParsedDocument {
  readonly title: string;
  readonly text: string;
  readonly tree: Root;
  /** The media type that it was read as. */
  readonly mediaType: string;
  /** Primary subtag of BCP 47: `en`. */
  readonly language: string;
  /** Of a document with pages: where in `text` each starts. */
  readonly pages?: readonly number[];
  /** What the document says of itself. */
  readonly metadata: Metadata;
  /** What was wrong with it, when it could be read all the same. */
  readonly warning?: string;
}

/** One passage to index. Pure content: the same document and sizes give the same chunks. */
export interface Chunk {
  readonly ordinal: number;
  /** The headings above it, outermost first, the title first where no h1 repeats it. Never empty. */
  readonly headingPath: readonly string[];
  /** What the document says, verbatim but for a table's header row, which each piece of the table repeats. */
  readonly body: string;
  /** Where the body stands in the document's parsed text, a repeated header row aside: `[start, end)`. */
  readonly start: number;
  readonly end: number;
  /** Its pages in a document that has them: `p. 4`, `pp. 4–5`. */
  readonly locator?: string;
}

/** How a heading path is written for people: `Billing > Refunds > Partial refunds`, and in a document with pages `…, p. 4`. */
export const sectionOf = (headingPath: readonly string[], locator?: string): string =>
  headingPath.join(' > ') + (locator ? `, ${locator}` : '');
