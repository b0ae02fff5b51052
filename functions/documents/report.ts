import type { StoredDocument } from '../../shared/retrieval/backend.ts';
import { lagOf, lagText } from '../sync/lag.ts';

/** One line of `npm run documents -- --json`. */
export const asJson = (document: StoredDocument): string =>
  JSON.stringify({
    tenant: document.tenant,
    document_id: document.documentId,
    state: document.state,
    generation: String(document.generation),
    title: document.title,
    media_type: document.mediaType,
    language: document.language,
    chunks: document.chunks,
    ...(document.failure ? { ...document.failure, tries: document.tries } : {}),
    updated_at: document.updatedAt.toISOString(),
    indexed_at: document.indexedAt.toISOString(),
    lag_ms: document.lagMs,
  });

/** The same for people, with the reason on a line of its own. */
export function asText(document: StoredDocument): string {
  const { tenant, documentId, state, chunks, mediaType, failure, tries } = document;
  const line = `${state.padEnd(8)}${String(chunks).padStart(6)} passages  ${tenant}/${documentId}  ${mediaType}`.trimEnd();
  if (!failure) return line;
  const which = state === 'active' ? 'its newest version failed: ' : '';
  return `${line}\n          ${which}${failure.code}: ${failure.reason} (tried ${tries} ${tries === 1 ? 'time' : 'times'})`;
}

/** The last line: how many there are of each, and how long they took to become searchable. */
export function totalsOf(documents: readonly StoredDocument[]): string {
  const count = (state: StoredDocument['state']) => documents.filter((document) => document.state === state).length;
  const lag = lagOf(documents.flatMap(({ lagMs }) => lagMs ?? []));
  return `${count('active')} active, ${count('failed')} failed, ${count('deleted')} deleted${lag ? `; lag ${lagText(lag)}` : ''}`;
}
