import pMap from 'p-map';
import type { SourceDocument } from '../../shared/documents/document.ts';
import type { Bucket } from '../../shared/documents/source/bucket.ts';
import { NotFound } from '../../shared/errors.ts';
import { errorFields, type Log } from '../../shared/log.ts';
import type { PutReport, RetrievalBackend, StoredDocument } from '../../shared/retrieval/backend.ts';

export interface Progress {
  readonly done: number;
  readonly total: number;
}

export interface BackfillOptions {
  readonly bucket: Bucket;
  readonly backend: RetrievalBackend;
  /** One tenant only. */
  readonly tenant?: string | undefined;
  /** Only documents whose id it accepts. */
  readonly only?: (documentId: string) => boolean;
  /** Documents worked on at once. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly onProgress: (progress: Progress) => void;
}

export interface Failed {
  readonly document: string;
  readonly reason: string;
}

export interface BackfillReport {
  readonly outcomes: Readonly<Record<PutReport['outcome'] | 'superseded' | 'error', number>>;
  readonly chunks: number;
  readonly embedded: number;
  readonly failed: readonly Failed[];
  /** Ended by the signal: what is missing comes with the next run. */
  readonly stopped: boolean;
}

/**
 * Indexes a whole bucket. What is there already costs a line of a listing, so it can be stopped and run again. One
 * document's failure stops nobody else's.
 */
export async function backfill(options: BackfillOptions): Promise<BackfillReport> {
  const { bucket, backend, signal } = options;
  const outcomes = { indexed: 0, described: 0, unchanged: 0, stale: 0, failed: 0, superseded: 0, error: 0 };
  const failed: Failed[] = [];
  let chunks = 0;
  let embedded = 0;

  const todo: SourceDocument[] = [];
  for await (const tenant of options.tenant ? [options.tenant] : bucket.tenants(signal)) {
    const stored = await storedDocuments(backend, tenant);
    for await (const document of bucket.list(tenant, signal)) {
      if (options.only?.(document.documentId) === false) continue;
      if (isUnchanged(stored.get(document.documentId), document, backend.make)) outcomes.unchanged++;
      else todo.push(document);
    }
  }

  let done = outcomes.unchanged;
  const total = done + todo.length;
  options.onProgress({ done, total });
  const work = async (document: SourceDocument) => {
    try {
      const report = await backend.put(document, signal);
      outcomes[report.outcome]++;
      chunks += report.chunks;
      embedded += report.embedded;
      if (report.outcome === 'failed') failed.push({ document: nameOf(document), reason: report.reason ?? 'no reason was given' });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof NotFound) {
        outcomes.superseded++;
      } else {
        outcomes.error++;
        options.log.write('ERROR', 'a document could not be indexed', { object: nameOf(document), ...errorFields(error) });
        failed.push({ document: nameOf(document), reason: error instanceof Error ? error.message : String(error) });
      }
    }
    options.onProgress({ done: ++done, total });
  };
  const stopped = await pMap(todo, work, { concurrency: options.concurrency, signal }).then(
    () => false,
    (error: unknown) => {
      if (!signal.aborted) throw error;
      return true;
    },
  );
  return { outcomes, chunks, embedded, failed, stopped };
}

const nameOf = ({ tenant, documentId }: SourceDocument): string => `${tenant}/${documentId}`;

async function storedDocuments(backend: RetrievalBackend, tenant: string): Promise<ReadonlyMap<string, StoredDocument>> {
  const stored = new Map<string, StoredDocument>();
  for await (const document of backend.list(tenant)) stored.set(document.documentId, document);
  return stored;
}

const isUnchanged = (stored: StoredDocument | undefined, document: SourceDocument, make: string): boolean =>
  stored?.state === 'active' &&
  stored.generation === document.generation &&
  stored.metageneration === document.metageneration &&
  stored.make === make;
