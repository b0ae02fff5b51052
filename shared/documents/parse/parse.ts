import { basename, extname } from 'node:path/posix';
import { InvalidInput } from '../../errors.ts';
import type { ParsedDocument, SourceDocument } from '../document.ts';
import { decode } from './decode.ts';
import { parseMarkdown } from './markdown.ts';
import { parseText } from './text.ts';

/** Changes whenever the same bytes would be read otherwise, so that stored documents are known to be of an older make. */
export const PARSER_VERSION = 1;

type Parser = (text: string, name: string) => ParsedDocument;

const BY_EXTENSION: Readonly<Record<string, string>> = {
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.txt': 'text/plain',
  '.text': 'text/plain',
};

const PARSERS: Readonly<Record<string, Parser>> = {
  'text/markdown': parseMarkdown,
  'text/plain': parseText,
};

/** The media type that a document is read as: by its name, for buckets often say only `application/octet-stream`. */
export function mediaTypeOf({ documentId, mediaType }: Pick<SourceDocument, 'documentId' | 'mediaType'>): string {
  const declared = mediaType?.split(';')[0]?.trim().toLowerCase();
  return BY_EXTENSION[extname(documentId).toLowerCase()] ?? declared ?? 'application/octet-stream';
}

/**
 * Reads bytes as the document that they are. Throws InvalidInput with a reason that a person understands when the type
 * is not supported (UNSUPPORTED_TYPE), the bytes are not text (NOT_TEXT) or there is nothing in them (EMPTY_DOCUMENT).
 */
export function parse(document: Pick<SourceDocument, 'documentId' | 'mediaType'>, bytes: Uint8Array): ParsedDocument {
  const mediaType = mediaTypeOf(document);
  const parser = Object.hasOwn(PARSERS, mediaType) ? PARSERS[mediaType] : undefined;
  if (!parser) throw new InvalidInput('UNSUPPORTED_TYPE', `Files of type ${mediaType} are not supported.`);
  const name = basename(document.documentId, extname(document.documentId));
  const parsed = parser(decode(bytes), name);
  if (parsed.tree.children.length === 0) throw new InvalidInput('EMPTY_DOCUMENT', 'The file holds no text.');
  return parsed;
}
