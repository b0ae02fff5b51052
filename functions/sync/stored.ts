import type { RetrievalBackend, StoredDocument } from '../../shared/retrieval/backend.ts';

/** What a backend holds of a tenant, by document id. */
export async function storedDocuments(
  backend: Pick<RetrievalBackend, 'list'>,
  tenant: string,
): Promise<ReadonlyMap<string, StoredDocument>> {
  const stored = new Map<string, StoredDocument>();
  for await (const document of backend.list(tenant)) stored.set(document.documentId, document);
  return stored;
}
