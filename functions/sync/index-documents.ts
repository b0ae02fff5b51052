import pMap from 'p-map';
import type { SourceDocument } from '../../shared/documents/document.ts';
import { isPassing, NotFound } from '../../shared/errors.ts';
import { alertOf, errorFields, type Log } from '../../shared/log.ts';
import type { PutReport, RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { retry } from '../../shared/retry.ts';
import type { Progress } from '../progress.ts';

/** Documents worked on at once: enough to keep the embedding model's own concurrency busy with small documents. */
export const CONCURRENCY = 8;
/** Seconds before a document that could not be indexed just then is tried again. */
const WAITS = [1, 5];
const JITTER = 0.25;

export interface IndexOptions {
  readonly backend: Pick<RetrievalBackend, 'put' | 'atOnce'>;
  /** Documents worked on at once. */
  readonly concurrency?: number;
  readonly waits?: readonly number[];
  /** Whether what can't be indexed is tried again. */
  readonly again?: boolean;
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly onOutcome?: (document: SourceDocument, outcome: Outcome) => void;
  readonly onProgress?: (progress: Progress) => void;
}

export type Outcome = PutReport['outcome'] | 'superseded' | 'error';

export interface Failed {
  readonly document: string;
  readonly reason: string;
}

export interface IndexReport {
  readonly outcomes: Readonly<Record<Outcome, number>>;
  readonly chunks: number;
  readonly embedded: number;
  readonly failed: readonly Failed[];
  /** Of new versions: from each object's change to its text being searchable. */
  readonly lagsMs: readonly number[];
  /** Ended by the signal: what is missing comes with the next run. */
  readonly stopped: boolean;
}

/** Puts documents one by one, several at a time. One document's failure stops nobody else's. */
export async function indexDocuments(documents: readonly SourceDocument[], options: IndexOptions): Promise<IndexReport> {
  const { backend, signal, log, waits = WAITS, again = false } = options;
  const outcomes = { indexed: 0, described: 0, embedded: 0, unchanged: 0, stale: 0, failed: 0, superseded: 0, error: 0 };
  const failed: Failed[] = [];
  const lagsMs: number[] = [];
  let chunks = 0;
  let embedded = 0;
  let done = 0;

  const count = (document: SourceDocument, outcome: Outcome) => {
    outcomes[outcome]++;
    options.onOutcome?.(document, outcome);
  };
  const work = async (document: SourceDocument) => {
    const name = `${document.tenant}/${document.documentId}`;
    try {
      const put = () => backend.put(document, signal, again);
      const report = await retry(put, { waits, jitter: JITTER, signal, worthRetrying: isPassing });
      count(document, report.outcome);
      chunks += report.chunks;
      embedded += report.embedded;
      const { lagMs, ...told } = report;
      if (lagMs !== undefined) lagsMs.push(lagMs);
      log.write('DEBUG', 'ingest', { object: name, generation: document.generation, ...told, lag_ms: lagMs });
      if (report.outcome === 'failed') failed.push({ document: name, reason: report.reason ?? 'no reason was given' });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof NotFound) {
        count(document, 'superseded');
      } else {
        count(document, 'error');
        log.write('ERROR', 'a document could not be indexed', { ...alertOf(error), object: name, ...errorFields(error) });
        failed.push({ document: name, reason: error instanceof Error ? error.message : String(error) });
      }
    }
    options.onProgress?.({ done: ++done, total: documents.length });
  };
  const stopped = await pMap(documents, work, { concurrency: options.concurrency ?? backend.atOnce ?? CONCURRENCY, signal }).then(
    () => false,
    (error: unknown) => {
      if (!signal.aborted) throw error;
      return true;
    },
  );
  return { outcomes, chunks, embedded, failed, lagsMs, stopped };
}
