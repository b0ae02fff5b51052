import type { SourceDocument } from '../../shared/documents/document.ts';
import type { Bucket } from '../../shared/documents/source/bucket.ts';

/** A bucket as far as it is listed. */
export type Corpus = Pick<Bucket, 'tenants' | 'list'>;

/** These documents, all of one tenant. */
export const corpusOf = (documents: Iterable<SourceDocument>, tenant: string): Corpus => ({
  async *tenants() {
    yield tenant;
  },
  async *list() {
    yield* documents;
  },
});
