import type { Root } from 'mdast';
import type { Metadata } from '../document.ts';

/** What reading a document may cost. */
export interface ParseLimits {
  readonly maxPages: number;
  /** How many times its own size a packed file may unpack to. */
  readonly maxExpansion: number;
  /** The most that it may unpack to, whatever its size. */
  readonly maxUnpackedBytes: number;
}

/** The bytes of a document and what is known of them before they are read. */
export interface Input {
  readonly bytes: Uint8Array;
  /** The file's name without folders and known suffixes: the title of last resort. */
  readonly name: string;
  /** What the bucket or the file's name says of the encoding. */
  readonly charset: string | undefined;
  readonly limits: ParseLimits;
}

/** What a format's reader makes of a document. */
export interface Reading {
  readonly tree: Root;
  /** Where positions in `tree` are offsets in it already; without it the text is written from the tree. */
  readonly text?: string;
  readonly title?: string | undefined;
  /** As the document declares it: `en-GB`. */
  readonly language?: string | undefined;
  readonly metadata?: Metadata;
  readonly warning?: string;
}

export type Reader = (input: Input) => Reading | Promise<Reading>;
