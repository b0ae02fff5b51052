import type { ChunkConfig } from '../../config.ts';
import { CHUNKER_VERSION, chunk, type EarlierChunk, KEEP_FROM_CHUNKS } from '../../documents/chunk/chunk.ts';
import { describeSizes } from '../../documents/chunk/sizes.ts';
import type { SourceDocument } from '../../documents/document.ts';
import { type FieldRules, fieldsVersion, objectMetadata, ownMetadata } from '../../documents/metadata.ts';
import { mediaTypeOf } from '../../documents/parse/detect.ts';
import { PARSER_VERSION } from '../../documents/parse/version.ts';
import type { DocumentReader } from '../../documents/read.ts';
import { InvalidInput, Unavailable } from '../../errors.ts';
import type { Embedder } from '../../models/embed/embedder.ts';
import type { PutReport, StoredDocument } from '../backend.ts';
import { fence } from '../fence.ts';
import { chunkRows, type Identity, subjectsOf } from './chunks.ts';
import { type Content, NOTHING, trimContent, writeContent } from './content.ts';
import { type DocumentRow, describeDocument, headOf, noteAttempt, writeDocument } from './documents.ts';
import { embedDocument } from './embed-stored.ts';
import { embedMissing, knownHashes, saveVectors, type Vector } from './embeddings.ts';
import { holdVectors } from './garbage.ts';
import { configOf } from './languages.ts';
import type { LexicalIndex } from './lexical/arm.ts';
import type { Session, Store } from './store/store.ts';
import { TERMS_VERSION } from './terms.ts';

export interface PutDependencies {
  readonly store: Store;
  readonly embedder: Embedder;
  readonly lexical: LexicalIndex;
  readonly reader: DocumentReader;
  readonly chunk: ChunkConfig;
  readonly fields: FieldRules;
  readonly identity: Identity;
}

/** What chunks are made with, as it is stored with each document. */
export const makeOf = ({ chunk: sizes, fields, identity }: Pick<PutDependencies, 'chunk' | 'fields' | 'identity'>): string =>
  `parser ${PARSER_VERSION}, chunker ${CHUNKER_VERSION} ${describeSizes(sizes)}, terms ${TERMS_VERSION} ${identity}, fields ${fieldsVersion(fields)}`;

const nothing = (outcome: PutReport['outcome']): PutReport => ({ outcome, chunks: 0, embedded: 0 });

/** See RetrievalBackend.put. */
export async function put(source: SourceDocument, signal: AbortSignal, dependencies: PutDependencies, again: boolean): Promise<PutReport> {
  const { store, embedder, fields } = dependencies;
  const document = { ...source, metadata: objectMetadata(source.metadata, fields) };
  const { tenant, documentId } = document;
  const stored = await store.writing(tenant, signal, (session) => headOf(session, tenant, documentId, embedder.model));
  const decision = fence(stored, document, makeOf(dependencies), again);
  if (decision === 'describe') {
    const described = await store.writing(tenant, signal, (session) => describeDocument(session, document));
    return nothing(described ? 'described' : 'stale');
  }
  if (decision === 'embed') return { ...nothing('embedded'), embedded: await embedDocument(store, embedder, tenant, documentId, signal) };
  if (decision !== 'index') return nothing(decision);
  try {
    return await index(document, stored, signal, dependencies);
  } catch (thrown) {
    if (thrown instanceof InvalidInput) return fail(document, thrown, signal, dependencies);
    const error = isTimeUp(signal) ? new Unavailable('Indexing it took too long this time.', { code: 'TIMEOUT', cause: thrown }) : thrown;
    if (error instanceof Unavailable) await note(document, error, dependencies);
    throw error;
  }
}

/** The caller's time limit is over, which says nothing against the document: what was embedded is saved, and the next attempt goes on. */
const isTimeUp = ({ aborted, reason }: AbortSignal): boolean => aborted && reason instanceof DOMException && reason.name === 'TimeoutError';

async function index(
  document: SourceDocument,
  stored: StoredDocument | undefined,
  signal: AbortSignal,
  dependencies: PutDependencies,
): Promise<PutReport> {
  const { store, embedder } = dependencies;
  const { tenant, documentId } = document;
  const parsed = await dependencies.reader.read(document, signal);
  const make = makeOf(dependencies);
  const keepable = stored?.state === 'active' && stored.make === make && stored.chunks >= KEEP_FROM_CHUNKS;
  const before = keepable ? await store.writing(tenant, signal, (session) => chunksOf(session, document)) : [];
  const chunks = chunk(parsed, dependencies.chunk, before);
  if (chunks.length === 0) throw new InvalidInput('EMPTY_DOCUMENT', 'The file holds no text.');
  const metadata = ownMetadata(parsed, documentId, dependencies.fields);
  const content: Content = {
    chunks: chunkRows(parsed.title, documentId, metadata, chunks, dependencies.identity),
    subjects: subjectsOf(parsed.title, documentId, parsed.metadata),
    config: configOf(parsed.language),
  };
  const row: DocumentRow = {
    state: 'active',
    title: parsed.title,
    mediaType: parsed.mediaType,
    language: parsed.language,
    ownMetadata: metadata,
    make,
    chunks: chunks.length,
    embedModels: [embedder.model],
    error: undefined,
  };
  for (let embedded = 0; ; ) {
    const made = await embedMissing(store, embedder, tenant, content.chunks, signal);
    embedded += made.embedded;
    const written = await store.writing(tenant, signal, (session) => replace(session, document, row, content, made.unsaved, dependencies));
    if (written === 'stale') return { ...nothing('stale'), embedded };
    if (written === 'written') {
      return {
        outcome: 'indexed',
        chunks: chunks.length,
        embedded,
        ...(stored?.state === 'active' && stored.generation === document.generation
          ? {}
          : { lagMs: Date.now() - document.updatedAt.getTime() }),
        ...(parsed.warning ? { warning: parsed.warning } : {}),
      };
    }
  }
}

/**
 * The whole replacement, in the caller's transaction: a reader sees the version before or this one. Nothing is written
 * when some of its vectors have been collected since they were looked up.
 */
async function replace(
  session: Session,
  document: SourceDocument,
  row: DocumentRow,
  content: Content,
  vectors: readonly Vector[],
  { store, embedder, lexical }: PutDependencies,
): Promise<'written' | 'stale' | 'vectors gone'> {
  const { tenant, documentId } = document;
  const hashes = [...new Set(content.chunks.map(({ contentHash }) => contentHash))];
  const [, , known] = await Promise.all([
    holdVectors(session, tenant),
    saveVectors(session, store, tenant, embedder.model, vectors),
    knownHashes(session, tenant, embedder.model, hashes),
  ]);
  if (known.size < hashes.length) return 'vectors gone';
  const made = await writeDocument(session, document, row);
  if (!made) return 'stale';
  await Promise.all([
    ...(made.isNew ? [] : [trimContent(session, tenant, documentId, content, lexical)]),
    ...(content.chunks.length > 0 ? [writeContent(session, tenant, documentId, content, lexical)] : []),
  ]);
  return 'written';
}

/** Records why a document can't be indexed. Whatever an older version said is no longer what the object says, and goes. */
async function fail(document: SourceDocument, error: InvalidInput, signal: AbortSignal, dependencies: PutDependencies): Promise<PutReport> {
  const { code, message: reason } = error;
  const row: DocumentRow = {
    state: 'failed',
    title: document.documentId,
    mediaType: mediaTypeOf(document),
    language: '',
    ownMetadata: {},
    make: makeOf(dependencies),
    chunks: 0,
    embedModels: [],
    error: { code, reason },
  };
  const written = await dependencies.store.writing(document.tenant, signal, (session) =>
    replace(session, document, row, { ...NOTHING, config: 'simple' }, [], dependencies),
  );
  return written === 'stale' ? nothing('stale') : { ...nothing('failed'), code, reason };
}

/** Records that a document could not be indexed for now. Where even that fails there is nothing to record it in. */
async function note(document: SourceDocument, { code, message: reason }: Unavailable, { store }: PutDependencies): Promise<void> {
  const unhurried = new AbortController().signal;
  await store
    .writing(document.tenant, unhurried, (session) => noteAttempt(session, document, mediaTypeOf(document), { code, reason }))
    .catch((error: unknown) => {
      if (!(error instanceof Unavailable)) throw error;
    });
}

/** The chunks of the stored version, for those that did not change to be kept. */
async function chunksOf(session: Session, { tenant, documentId }: SourceDocument): Promise<readonly EarlierChunk[]> {
  const rows = await session.query<{ heading_path: string[]; body: string }>(
    'SELECT heading_path, body FROM kb_chunk WHERE tenant = $1 AND document_id = $2 ORDER BY ordinal',
    [tenant, documentId],
  );
  return rows.map((row) => ({ headingPath: row.heading_path, body: row.body }));
}
