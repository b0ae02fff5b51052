import type { ReaderConfig } from '../config.ts';
import { InvalidInput } from '../errors.ts';
import { openPdfReader } from '../models/read/open.ts';
import type { ParsedDocument, SourceDocument } from './document.ts';
import { createParser } from './parse/open.ts';

/** Makes a document out of what a source holds. */
export interface DocumentReader {
  /**
   * Throws InvalidInput when the document can never be read, with a reason that a person understands; NotFound when the
   * source no longer has this version; Unavailable when trying again may help.
   */
  read(document: SourceDocument, signal: AbortSignal): Promise<ParsedDocument>;
  close(): Promise<void>;
}

/** The reader that the configuration asks for. */
export async function openReader({ maxBytes, parse, pdfModel }: ReaderConfig): Promise<DocumentReader> {
  const parser = createParser(parse, await openPdfReader(pdfModel));
  const refuse = (size: number) => {
    if (size > maxBytes) throw new InvalidInput('TOO_LARGE', `The file has ${size} bytes or more; DOCUMENT_MAX_BYTES is ${maxBytes}.`);
  };
  return {
    async read(document, signal) {
      refuse(document.size ?? 0);
      const bytes = await document.read(signal, maxBytes);
      refuse(bytes.byteLength);
      return parser.parse(document, bytes, signal);
    },
    close: () => parser.close(),
  };
}
