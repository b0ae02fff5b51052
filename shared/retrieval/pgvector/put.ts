import type { ChunkConfig } from '../../config.ts';
import { CHUNKER_VERSION, chunk, KEEP_FROM_CHUNKS } from '../../documents/chunk/chunk.ts';
import type { Chunk, ParsedDocument, SourceDocument } from '../../documents/document.ts';
import { mediaTypeOf, PARSER_VERSION, parse } from '../../documents/parse/parse.ts';
import { InvalidInput } from '../../errors.ts';
import type { Embedder } from '../../models/embed/embedder.ts';
import type { PutReport, StoredDocument } from '../backend.ts';
import { chunkRows, subjectsOf } from './chunks.ts';
import { type Content, NO_CONTENT, writeContent } from './content.ts';
import { type DocumentRow, describeDocument, headOf, writeDocument } from './documents.ts';
import { embedMissing } from './embeddings.ts';
import { fence } from './fence.ts';
import type { LexicalIndex } from './lexical.ts';
import type { Session, Store } from './store/store.ts';
import { TERMS_VERSION } from './terms.ts';

export interface PutDependencies {
  readonly store: Store;
  readonly embedder: Embedder;
  readonly lexical: LexicalIndex;
  readonly chunk: ChunkConfig;
  readonly documentMaxBytes: number;
}

/** What chunks are made with, as it is stored with each document. */
export const makeOf = ({ embedder, chunk: { maxChars, overlapChars } }: Pick<PutDependencies, 'embedder' | 'chunk'>): string =>
  `parser ${PARSER_VERSION}, chunker ${CHUNKER_VERSION} ${maxChars}/${overlapChars}, terms ${TERMS_VERSION}, ${embedder.model}`;

const nothing = (outcome: PutReport['outcome']): PutReport => ({ outcome, chunks: 0, embedded: 0 });

/** See RetrievalBackend.put. */
export async function put(document: SourceDocument, signal: AbortSignal, dependencies: PutDependencies): Promise<PutReport> {
  const { store } = dependencies;
  const stored = await store.writing(document.tenant, signal, (session) => headOf(session, document.tenant, document.documentId));
  const decision = fence(stored, document, makeOf(dependencies));
  if (decision === 'describe') {
    const described = await store.writing(document.tenant, signal, (session) => describeDocument(session, document));
    return nothing(described ? 'described' : 'stale');
  }
  if (decision !== 'index') return nothing(decision);
  try {
    return await index(document, stored, signal, dependencies);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return fail(document, error, signal, dependencies);
  }
}

async function index(
  document: SourceDocument,
  stored: StoredDocument | undefined,
  signal: AbortSignal,
  dependencies: PutDependencies,
): Promise<PutReport> {
  const { store, embedder, lexical } = dependencies;
  const parsed = await understand(document, signal, dependencies.documentMaxBytes);
  const make = makeOf(dependencies);
  const before =
    stored?.state === 'active' && stored.make === make
      ? await store.writing(document.tenant, signal, (session) => longDocument(session, document))
      : [];
  const chunks = chunk(parsed, dependencies.chunk, before);
  if (chunks.length === 0) throw new InvalidInput('EMPTY_DOCUMENT', 'The file holds no text.');
  const rows = chunkRows(parsed.title, document.documentId, chunks);
  const embedded = await embedMissing(store, embedder, document.tenant, rows, signal);
  const row: DocumentRow = {
    state: 'active',
    title: parsed.title,
    mediaType: mediaTypeOf(document),
    ownMetadata: parsed.metadata,
    make,
    error: undefined,
  };
  const content = { chunks: rows, subjects: subjectsOf(parsed.title, document.documentId, parsed.metadata) };
  const written = await store.writing(document.tenant, signal, (session) => replace(session, document, row, content, lexical));
  if (!written) return { ...nothing('stale'), embedded };
  return { outcome: 'indexed', chunks: rows.length, embedded, ...(parsed.warning ? { warning: parsed.warning } : {}) };
}

async function understand(document: SourceDocument, signal: AbortSignal, maxBytes: number): Promise<ParsedDocument> {
  const refuse = (size: number) => {
    if (size > maxBytes) throw new InvalidInput('TOO_LARGE', `The file has ${size} bytes; DOCUMENT_MAX_BYTES is ${maxBytes}.`);
  };
  refuse(document.size ?? 0);
  const bytes = await document.read(signal);
  refuse(bytes.byteLength);
  return parse(document, bytes);
}

/** The chunks of the stored version, when they are so many that it pays to keep those that did not change. */
async function longDocument(session: Session, { tenant, documentId }: SourceDocument): Promise<readonly Omit<Chunk, 'ordinal'>[]> {
  const rows = await session.query<{ heading_path: string[]; body: string }>(
    `SELECT heading_path, body FROM kb_chunk WHERE tenant = $1 AND document_id = $2
       AND EXISTS (SELECT FROM kb_chunk WHERE tenant = $1 AND document_id = $2 AND ordinal = $3) ORDER BY ordinal`,
    [tenant, documentId, KEEP_FROM_CHUNKS - 1],
  );
  return rows.map((row) => ({ headingPath: row.heading_path, body: row.body }));
}

/** The whole replacement, in the caller's transaction: a reader sees the version before or this one. */
async function replace(
  session: Session,
  document: SourceDocument,
  row: DocumentRow,
  content: Content,
  lexical: LexicalIndex,
): Promise<boolean> {
  if (!(await writeDocument(session, document, row))) return false;
  await writeContent(session, document.tenant, document.documentId, content, lexical);
  return true;
}

/** Records why a document can't be indexed. Whatever an older version said is no longer what the object says, and goes. */
async function fail(document: SourceDocument, error: InvalidInput, signal: AbortSignal, dependencies: PutDependencies): Promise<PutReport> {
  const row: DocumentRow = {
    state: 'failed',
    title: document.documentId,
    mediaType: mediaTypeOf(document),
    ownMetadata: {},
    make: makeOf(dependencies),
    error: { code: error.code, reason: error.message },
  };
  const written = await dependencies.store.writing(document.tenant, signal, (session) =>
    replace(session, document, row, NO_CONTENT, dependencies.lexical),
  );
  return written ? { ...nothing('failed'), code: error.code, reason: error.message } : nothing('stale');
}
