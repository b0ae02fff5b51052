import type { SourceDocument } from '../../shared/documents/document.ts';
import type { Bucket } from '../../shared/documents/source/bucket.ts';
import { NotFound } from '../../shared/errors.ts';
import type { RetrievalBackend, StoredDocument } from '../../shared/retrieval/backend.ts';
import { type IndexOptions, type IndexReport, indexDocuments } from '../sync/index-documents.ts';

export interface RetryOptions extends IndexOptions {
  readonly bucket: Pick<Bucket, 'find'>;
  readonly backend: RetrievalBackend;
}

/**
 * Indexes documents again whose newest version failed: the one called `id`, or all. What is no longer in the bucket is
 * removed. Throws NotFound when no failed document is called so.
 */
export async function retryDocuments(
  id: string,
  tenants: readonly string[],
  { bucket, backend, ...options }: RetryOptions,
): Promise<IndexReport & { readonly removed: number }> {
  const failed: StoredDocument[] = [];
  for (const tenant of tenants) {
    for await (const document of backend.list(tenant)) {
      if (document.failure && (id === 'all' || document.documentId === id)) failed.push(document);
    }
  }
  if (failed.length === 0 && id !== 'all') throw new NotFound(`No failed document is called ${id}. npm run documents -- --state failed`);
  const todo: SourceDocument[] = [];
  let removed = 0;
  for (const { tenant, documentId, generation } of failed) {
    const document = await bucket.find(tenant, documentId, options.signal);
    if (document) {
      todo.push(document);
    } else {
      await backend.remove(tenant, documentId, generation);
      removed++;
    }
  }
  return { ...(await indexDocuments(todo, { ...options, again: true, backend })), removed };
}
