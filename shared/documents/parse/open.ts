import type { ParseConfig } from '../../config.ts';
import { InvalidInput } from '../../errors.ts';
import type { PdfReader } from '../../models/read/reader.ts';
import type { ParsedDocument, SourceDocument } from '../document.ts';
import { detect } from './detect.ts';
import { MEDIA_TYPES } from './media-types.ts';
import { type ParseOptions, parse, parsePages } from './parse.ts';
import { createWorkers, type Workers } from './workers.ts';

export interface DocumentParser {
  /** The document that bytes are. Throws InvalidInput as `parse` does, and PARSE_TIMEOUT when it takes too long. */
  parse(document: Pick<SourceDocument, 'documentId' | 'mediaType'>, bytes: Uint8Array, signal: AbortSignal): Promise<ParsedDocument>;
  close(): Promise<void>;
}

/** Formats whose time is known from their length. Up to this many bytes they are read here: handing them over costs more. */
const INLINE = new Set<string>([MEDIA_TYPES.markdown, MEDIA_TYPES.text]);
const INLINE_BYTES = 64_000;
/** Marks that Markdown's parser goes back over again and again: 60 kB of `[a](b ` took 4 s. */
const MARKS = /[[*_`<>]/g;
const MOST_MARKS = 2_000;

/**
 * The parser of a service: what may run away is read in processes that can be ended, and, where a model is given, PDF files
 * without text by that model.
 */
export function createParser(config: ParseConfig, reader?: PdfReader): DocumentParser {
  const { timeoutMs, memoryMb, workers: most, defaultLanguage, ...limits } = config;
  const options: ParseOptions = { limits, defaultLanguage };
  let workers: Workers | undefined;
  const inWorker: DocumentParser['parse'] = async (document, bytes, signal) => {
    workers ??= createWorkers({ workers: most, timeoutMs, memoryMb });
    const outcome = await workers.run(
      { document: { documentId: document.documentId, mediaType: document.mediaType }, bytes, options },
      signal,
    );
    if ('parsed' in outcome) return outcome.parsed;
    if ('failed' in outcome) throw outcome.failed;
    throw new InvalidInput(outcome.refused.code, outcome.refused.message);
  };

  return {
    async parse(document, bytes, signal) {
      const { mediaType, name } = detect(document, bytes);
      if (isLight(mediaType, bytes)) return parse(document, bytes, options);
      try {
        return await inWorker(document, bytes, signal);
      } catch (error) {
        if (!reader || mediaType !== MEDIA_TYPES.pdf || !(error instanceof InvalidInput) || error.code !== 'NO_TEXT') throw error;
        return parsePages(await reader.read(bytes, signal), name, options);
      }
    },
    close: async () => {
      await workers?.close();
    },
  };
}

const isLight = (mediaType: string, bytes: Uint8Array): boolean =>
  INLINE.has(mediaType) &&
  bytes.byteLength <= INLINE_BYTES &&
  (Buffer.from(bytes).toString('latin1').match(MARKS)?.length ?? 0) <= MOST_MARKS;
