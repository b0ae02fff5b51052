import type { Embedder } from '../../models/embed/embedder.ts';
import { embeddableOf } from './chunks.ts';
import { embedMissing, saveVectors } from './embeddings.ts';
import { holdVectors } from './garbage.ts';
import type { Store } from './store/store.ts';

/**
 * Makes sure that every chunk of a stored document has a vector of this model, from what is stored, without reading its
 * source. Returns how many passages went through the model. A document that is replaced meanwhile is not marked as
 * complete, unless all of its new chunks have vectors too.
 */
export async function embedDocument(
  store: Store,
  embedder: Embedder,
  tenant: string,
  documentId: string,
  signal: AbortSignal,
): Promise<number> {
  const rows = await store.writing(tenant, signal, (session) =>
    session.query<{ title: string; heading_path: string[]; body: string }>(
      `SELECT d.title, c.heading_path, c.body FROM kb_document d
       JOIN kb_chunk c ON c.tenant = d.tenant AND c.document_id = d.document_id
       WHERE d.tenant = $1 AND d.document_id = $2 ORDER BY c.ordinal`,
      [tenant, documentId],
    ),
  );
  const contents = rows.map(({ title, heading_path, body }) => embeddableOf(title, { headingPath: heading_path, body }));
  const { embedded, unsaved } = await embedMissing(store, embedder, tenant, contents, signal);
  await store.writing(tenant, signal, (session) =>
    Promise.all([
      holdVectors(session, tenant),
      saveVectors(session, store, tenant, embedder.model, unsaved),
      // Locked first: an update that has to wait for another would judge the new row by the chunks of the old one.
      session.query('SELECT FROM kb_document WHERE tenant = $1 AND document_id = $2 FOR UPDATE', [tenant, documentId]),
      session.query(
        `UPDATE kb_document SET embed_models = array_append(array_remove(embed_models, $3), $3)
         WHERE tenant = $1 AND document_id = $2 AND state = 'active' AND NOT EXISTS (
           SELECT FROM kb_chunk c WHERE c.tenant = $1 AND c.document_id = $2 AND NOT EXISTS (
             SELECT FROM kb_embedding e WHERE e.tenant = $1 AND e.embed_model = $3 AND e.content_hash = c.content_hash))`,
        [tenant, documentId, embedder.model],
      ),
    ]),
  );
  return embedded;
}
