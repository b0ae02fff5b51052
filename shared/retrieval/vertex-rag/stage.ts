import { randomUUID } from 'node:crypto';
import type { ChunkConfig, RagConfig } from '../../config.ts';
import { chunk } from '../../documents/chunk/chunk.ts';
import { type Chunk, type Metadata, type ParsedDocument, type SourceDocument, sectionOf } from '../../documents/document.ts';
import { type FieldRules, ownMetadata } from '../../documents/metadata.ts';
import { mediaTypeOf } from '../../documents/parse/detect.ts';
import type { DocumentReader } from '../../documents/read.ts';
import { InvalidInput } from '../../errors.ts';
import type { IndexBucket } from './index-bucket.ts';
import { keyOf } from './record.ts';

export interface StageDependencies {
  readonly config: RagConfig;
  readonly bucket: IndexBucket;
  readonly reader: DocumentReader;
  readonly chunk: ChunkConfig;
  readonly fields: FieldRules;
  /** The longest object that is handed over as it is. */
  readonly maxBytes: number;
}

/** A document as it is handed to the service, and what is known of it. */
export interface Staged {
  readonly uris: readonly string[];
  readonly title: string;
  readonly mediaType: string;
  readonly language: string;
  readonly ownMetadata: Metadata;
  readonly warning?: string | undefined;
}

/**
 * Writes what the service is to import, under a name that no other version and no other attempt has: whether an import of a name
 * that is there already replaces it is documented nowhere. Throws InvalidInput when the document can never be indexed.
 */
export async function stage(document: SourceDocument, dependencies: StageDependencies, signal: AbortSignal): Promise<Staged> {
  return dependencies.config.importing === 'parsed'
    ? stageParsed(document, dependencies, signal)
    : stageOriginal(document, dependencies, signal);
}

/** `TENANT/texts/KEY/GENERATION-ATTEMPT/NAME`, the name for people and, with its ending, for the service's parser. */
const folderOf = ({ tenant, documentId, generation }: SourceDocument): string =>
  `${tenant}/texts/${keyOf(documentId)}/${generation}-${randomUUID()}`;

async function stageParsed(
  document: SourceDocument,
  { reader, config, bucket, ...rest }: StageDependencies,
  signal: AbortSignal,
): Promise<Staged> {
  const parsed = await reader.read(document, signal);
  const chunks = chunk(parsed, rest.chunk);
  if (chunks.length === 0) throw new InvalidInput('EMPTY_DOCUMENT', 'The file holds no text.');
  const folder = folderOf(document);
  const uris: string[] = [];
  for (const [i, text] of partsOf(parsed, chunks, mostCharsOf(config)).entries()) {
    const name = `${folder}/${i + 1}.md`;
    await bucket.put(name, text, 'text/markdown; charset=utf-8', signal);
    uris.push(`gs://${bucket.name}/${name}`);
  }
  const { title, mediaType, language, warning } = parsed;
  return { uris, title, mediaType, language, ownMetadata: ownMetadata(parsed, document.documentId, rest.fields), warning };
}

async function stageOriginal(document: SourceDocument, { bucket, maxBytes }: StageDependencies, signal: AbortSignal): Promise<Staged> {
  const bytes = await document.read(signal, maxBytes);
  if (bytes.byteLength > maxBytes) throw new InvalidInput('TOO_LARGE', `The file has more than ${maxBytes} bytes, DOCUMENT_MAX_BYTES.`);
  if (bytes.byteLength === 0) throw new InvalidInput('EMPTY_DOCUMENT', 'The file holds no text.');
  const mediaType = mediaTypeOf(document);
  const base = document.documentId.split('/').at(-1) ?? '';
  const name = `${folderOf(document)}/${base.replaceAll(/[^\w.-]/g, '_').slice(-100)}`;
  await bucket.put(name, bytes, mediaType, signal);
  return { uris: [`gs://${bucket.name}/${name}`], title: base, mediaType, language: '', ownMetadata: {} };
}

/** Of one file the service hands out no more contexts than this in one request, which is what opens a citation. */
const MOST_CHUNKS = 80;

/** As long as a file may be for all of its chunks to fit into one request, in a script of a token a character. */
const mostCharsOf = ({ chunkTokens, chunkOverlapTokens, maxTopK }: RagConfig): number =>
  Math.min(MOST_CHUNKS, maxTopK) * (chunkTokens - chunkOverlapTokens);

/**
 * A document's text for the service: our passages in order, each run of one section below a heading that holds its whole path,
 * for a chunk of the service says nothing of what stands above it. In several files where it is long.
 */
export function partsOf({ title }: Pick<ParsedDocument, 'title'>, chunks: readonly Chunk[], mostChars: number): readonly string[] {
  const parts: string[] = [];
  let text = '';
  let section = '';
  for (const { headingPath, body, locator } of chunks) {
    const own = sectionOf(headingPath, locator);
    const headed = `${HEADING}${own || title}\n\n${body}`;
    const next = `\n\n${own === section ? body : headed}`;
    // The last one ends with a line break.
    if (text !== '' && text.length + next.length + 1 > mostChars) {
      parts.push(text);
      text = '';
    }
    text = text === '' ? headed : text + next;
    section = own;
  }
  return text === '' ? parts : [...parts, `${text}\n`];
}

export const HEADING = '## ';
