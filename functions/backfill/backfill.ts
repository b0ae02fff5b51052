import type { SourceDocument } from '../../shared/documents/document.ts';
import type { Bucket } from '../../shared/documents/source/bucket.ts';
import { isUpToDate, type RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { type IndexOptions, type IndexReport, indexDocuments } from '../sync/index-documents.ts';
import { storedDocuments } from '../sync/stored.ts';
import { isMine, type Share } from './task.ts';

export interface BackfillOptions extends IndexOptions {
  readonly bucket: Pick<Bucket, 'tenants' | 'list'>;
  readonly backend: RetrievalBackend;
  /** One tenant only. */
  readonly tenant?: string | undefined;
  /** Only documents whose id it accepts. */
  readonly only?: (documentId: string) => boolean;
  /** The part of the bucket that this task takes. */
  readonly share?: Share;
}

/**
 * Indexes a whole bucket. What is there already costs a line of a listing, so it can be stopped and run again. One
 * document's failure stops nobody else's.
 */
export async function backfill(options: BackfillOptions): Promise<IndexReport> {
  const { bucket, backend, signal, share = { index: 0, count: 1 }, onProgress } = options;
  const todo: SourceDocument[] = [];
  let unchanged = 0;
  for await (const tenant of options.tenant ? [options.tenant] : bucket.tenants(signal)) {
    const stored = await storedDocuments(backend, tenant);
    for await (const document of bucket.list(tenant, signal)) {
      if (options.only?.(document.documentId) === false || !isMine(share, tenant, document.documentId)) continue;
      if (isUpToDate(stored.get(document.documentId), document, backend.make)) unchanged++;
      else todo.push(document);
    }
  }
  const total = unchanged + todo.length;
  onProgress?.({ done: unchanged, total });
  const report = await indexDocuments(todo, {
    ...options,
    again: true,
    onProgress: ({ done }) => onProgress?.({ done: unchanged + done, total }),
  });
  return { ...report, outcomes: { ...report.outcomes, unchanged: report.outcomes.unchanged + unchanged } };
}
