import type { ReaderConfig } from '../config.ts';
import { InvalidInput } from '../errors.ts';
import { openPdfReader } from '../models/read/open.ts';
import type { ParsedDocument, SourceDocument } from './document.ts';
import type { DocumentParser } from './parse/open.ts';

/** Makes a document out of what a source holds. */
export interface DocumentReader {
  /**
   * Throws InvalidInput when the document can never be read, with a reason that a person understands; NotFound when the
   * source no longer has this version; Unavailable when trying again may help.
   */
  read(document: SourceDocument, signal: AbortSignal): Promise<ParsedDocument>;
  close(): Promise<void>;
}

/** The reader that the configuration asks for. What parses is loaded by the first document: a service that only searches has none. */
export async function openReader({ maxBytes, parse, pdfModel }: ReaderConfig): Promise<DocumentReader> {
  let parser: Promise<DocumentParser> | undefined;
  const openParser = async () => (await import('./parse/open.ts')).createParser(parse, await openPdfReader(pdfModel));
  const refuse = (size: number, named: string) => {
    if (size > maxBytes) throw new InvalidInput('TOO_LARGE', `The file has ${named} bytes; DOCUMENT_MAX_BYTES is ${maxBytes}.`);
  };
  return {
    async read(document, signal) {
      refuse(document.size ?? 0, String(document.size));
      const bytes = await document.read(signal, maxBytes);
      // No more than this was read.
      refuse(bytes.byteLength, `more than ${maxBytes}`);
      parser ??= openParser();
      return (await parser).parse(document, bytes, signal);
    },
    close: async () => {
      await (await parser)?.close();
    },
  };
}
