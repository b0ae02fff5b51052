import type { SourceDocument } from '../../shared/documents/document.ts';

/** A document as a bucket would hand it over, version 1 of a Markdown file of `acme` unless told otherwise. */
export function documentOf(body: string | Uint8Array, facts: Partial<SourceDocument> = {}): SourceDocument {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const documentId = facts.documentId ?? 'page.md';
  return {
    tenant: 'acme',
    documentId,
    uri: `gs://bucket/${facts.tenant ?? 'acme'}/${documentId}`,
    generation: 1n,
    metageneration: 1n,
    mediaType: undefined,
    size: undefined,
    acl: ['*'],
    metadata: {},
    updatedAt: new Date('2026-01-02T03:04:05Z'),
    read: async () => bytes,
    ...facts,
  };
}
