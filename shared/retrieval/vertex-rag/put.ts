import { CHUNKER_VERSION } from '../../documents/chunk/chunk.ts';
import { describeSizes } from '../../documents/chunk/sizes.ts';
import type { SourceDocument } from '../../documents/document.ts';
import { fieldsVersion, objectMetadata } from '../../documents/metadata.ts';
import { PARSER_VERSION } from '../../documents/parse/version.ts';
import { InvalidInput, NotFound, Unavailable } from '../../errors.ts';
import type { PutReport } from '../backend.ts';
import { fence } from '../fence.ts';
import type { Catalogue } from './catalogue.ts';
import { described, failed, indexed, noted } from './changes.ts';
import type { RagClient } from './client.ts';
import type { Corpora } from './corpora.ts';
import type { Importer } from './importer.ts';
import type { Mirror } from './mirror.ts';
import type { DocumentRecord } from './record.ts';
import { storedOf } from './record.ts';
import { type StageDependencies, type Staged, stage } from './stage.ts';
import type { Sweep } from './sweep.ts';
import { untilVisible } from './visible.ts';

export interface PutDependencies extends StageDependencies {
  readonly catalogue: Catalogue;
  readonly client: RagClient;
  readonly corpora: Corpora;
  readonly importFiles: Importer;
  readonly mirror: Mirror;
  readonly sweep: Sweep;
}

/** What a document put now would be made with: see StoredDocument. */
export const makeOf = ({ config, chunk, fields, mirror }: Pick<PutDependencies, 'config' | 'chunk' | 'fields' | 'mirror'>): string => {
  const { importing, chunkTokens, chunkOverlapTokens, embedModel, vectorDb } = config;
  const text = importing === 'parsed' ? `parser ${PARSER_VERSION}, chunker ${CHUNKER_VERSION} ${describeSizes(chunk)}` : 'original';
  return `${text}, rag ${chunkTokens}/${chunkOverlapTokens} ${embedModel} ${vectorDb}${mirror.make}, fields ${fieldsVersion(fields)}`;
};

const nothing = (outcome: PutReport['outcome']): PutReport => ({ outcome, chunks: 0, embedded: 0 });

/** See RetrievalBackend.put. */
export async function put(source: SourceDocument, signal: AbortSignal, dependencies: PutDependencies, again: boolean): Promise<PutReport> {
  const { catalogue, fields, mirror } = dependencies;
  const document = { ...source, metadata: objectMetadata(source.metadata, fields) };
  const { tenant, documentId } = document;
  signal.throwIfAborted();
  const known = await catalogue.find(tenant, documentId, signal);
  const decision = fence(known && storedOf(tenant, known, true), document, makeOf(dependencies), again);
  if (decision === 'stale') return nothing('stale');
  try {
    const isSettled = decision === 'unchanged' && (await isThere(known, dependencies, signal));
    if (isSettled) return nothing('unchanged');
    if (decision === 'describe' && known && known.mirrored === mirror.valuesOf(document, known.ownMetadata)) {
      const written = await catalogue.update(tenant, documentId, described(document), signal);
      return nothing(written?.metageneration === document.metageneration ? 'described' : 'stale');
    }
    return await index(document, dependencies, signal);
  } catch (thrown) {
    if (thrown instanceof InvalidInput) return fail(document, thrown, dependencies);
    const error = isTimeUp(signal) ? new Unavailable('Indexing it took too long this time.', { code: 'TIMEOUT', cause: thrown }) : thrown;
    if (error instanceof Unavailable) await note(document, error, dependencies);
    throw error;
  }
}

/** The caller's time limit is over, which says nothing against the document. */
const isTimeUp = ({ aborted, reason }: AbortSignal): boolean => aborted && reason instanceof DOMException && reason.name === 'TimeoutError';

/** Whether the service still has every file of a document, whole: a corpus may have been deleted behind our back. */
async function isThere(known: DocumentRecord | undefined, { client }: PutDependencies, signal: AbortSignal): Promise<boolean> {
  for (const { file } of known?.parts ?? []) {
    const found = await client.file(file, signal);
    if (!found || found.error !== undefined) return false;
  }
  return true;
}

async function index(document: SourceDocument, dependencies: PutDependencies, signal: AbortSignal): Promise<PutReport> {
  const staged = await stage(document, dependencies, signal);
  try {
    return await enter(document, staged, dependencies, signal);
  } catch (error) {
    // That the source no longer has this version is the one thing that NotFound may say: it ends the matter.
    if (error instanceof NotFound) throw new Unavailable('RAG Engine lost what was just imported.', { cause: error });
    throw error;
  }
}

async function enter(document: SourceDocument, staged: Staged, dependencies: PutDependencies, signal: AbortSignal): Promise<PutReport> {
  const { catalogue, mirror, sweep } = dependencies;
  const { tenant, documentId } = document;
  const { corpus, files } = await imported(document, staged, dependencies, signal);
  const parts = staged.uris.map((uri, i) => ({ uri, file: files[i] ?? '' }));
  try {
    await mirror.write(corpus, files, document, staged.ownMetadata, signal);
    const chunks = await untilVisible(corpus, parts, staged.title, dependencies, signal);
    const made = { parts, chunks, make: makeOf(dependencies), mirrored: mirror.valuesOf(document, staged.ownMetadata) };
    const written = await catalogue.update(tenant, documentId, indexed(document, staged, made), signal);
    const isOurs = written?.parts[0]?.file === files[0];
    // The newer one stays, and what was just imported goes; or the older ones go, now that the new one is in.
    await sweep(tenant, documentId, isOurs ? [] : parts, signal);
    if (!isOurs) return nothing('stale');
    return {
      outcome: 'indexed',
      chunks,
      embedded: chunks,
      ...(written?.lagMs === undefined ? {} : { lagMs: written.lagMs }),
      ...(staged.warning ? { warning: staged.warning } : {}),
    };
  } catch (error) {
    // Nothing refers to them, and the next attempt imports its own.
    await sweep(tenant, documentId, parts, unhurried()).catch(() => {});
    throw error;
  }
}

/** Imports what was staged, into another corpus where the tenant's has been deleted behind our back. */
async function imported(
  { tenant, documentId }: SourceDocument,
  { uris }: Staged,
  { corpora, importFiles, sweep }: PutDependencies,
  signal: AbortSignal,
) {
  const into = async (corpus: string) => {
    const results = await importFiles(tenant, corpus, uris, signal);
    const failure = results.find((result) => result.failure)?.failure;
    // Of a document in several files all are there, or none.
    if (failure && uris.length > 1) {
      await sweep(
        tenant,
        documentId,
        uris.map((uri, i) => ({ uri, file: results[i]?.file })),
        signal,
      );
    }
    if (failure?.isPassing) throw new Unavailable(`RAG Engine could not import it just now: ${failure.reason}`);
    if (failure) throw new InvalidInput('IMPORT_FAILED', `RAG Engine could not import it: ${failure.reason}`);
    return { corpus, files: results.flatMap(({ file }) => file ?? []) };
  };
  const corpus = await corpora.ensure(tenant, signal);
  try {
    return await into(corpus);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    return into(await corpora.renew(tenant, corpus, signal));
  }
}

/** Records why a document can't be indexed, and takes away what an older version said. */
async function fail(document: SourceDocument, error: InvalidInput, dependencies: PutDependencies): Promise<PutReport> {
  const { code, message: reason } = error;
  const { tenant, documentId, generation } = document;
  const written = await dependencies.catalogue.update(
    tenant,
    documentId,
    failed(document, { code, reason }, makeOf(dependencies)),
    unhurried(),
  );
  await dependencies.sweep(tenant, documentId, [], unhurried());
  return written?.state === 'failed' && written.generation === generation ? { ...nothing('failed'), code, reason } : nothing('stale');
}

/** Records that a document could not be indexed for now. Where even that fails there is nothing to record it in. */
async function note(document: SourceDocument, { code, message: reason }: Unavailable, { catalogue }: PutDependencies): Promise<void> {
  const { tenant, documentId } = document;
  await catalogue.update(tenant, documentId, noted(document, { code, reason }), unhurried()).catch((error: unknown) => {
    if (!(error instanceof Unavailable)) throw error;
  });
}

const unhurried = (): AbortSignal => new AbortController().signal;
