import type { ChunkRow } from './chunks.ts';
import type { LexicalIndex } from './lexical.ts';
import type { Session } from './store/store.ts';

/** Everything that a document is found by, apart from its vectors. */
export interface Content {
  readonly chunks: readonly ChunkRow[];
  /** Canonical identifiers that it is about. */
  readonly subjects: readonly string[];
}

export const NO_CONTENT: Content = { chunks: [], subjects: [] };

/** Puts a document's content in the place of whatever it had, and writes only what differs; part of a transaction. */
export async function writeContent(
  session: Session,
  tenant: string,
  documentId: string,
  { chunks, subjects }: Content,
  lexical: LexicalIndex,
): Promise<void> {
  await session.query('DELETE FROM kb_chunk WHERE tenant = $1 AND document_id = $2 AND ordinal >= $3', [tenant, documentId, chunks.length]);
  await session.query('DELETE FROM kb_identifier WHERE tenant = $1 AND document_id = $2 AND identifier <> ALL ($3::text[])', [
    tenant,
    documentId,
    subjects,
  ]);
  if (chunks.length > 0) {
    const rows = chunks.map(({ ordinal, headingPath, body, terms, contentHash }) => ({
      ordinal,
      heading_path: headingPath,
      body,
      terms,
      hash: contentHash,
    }));
    await session.query(
      `INSERT INTO kb_chunk (tenant, document_id, ordinal, heading_path, body, search_text, content_hash)
       SELECT $1, $2, ordinal, heading_path, body, kb_lexemes('english', terms), decode(hash, 'hex')
       FROM jsonb_to_recordset($3::jsonb) AS new (ordinal int, heading_path text[], body text, terms text, hash text)
       ON CONFLICT (tenant, document_id, ordinal) DO UPDATE SET
         heading_path = excluded.heading_path, body = excluded.body, search_text = excluded.search_text, content_hash = excluded.content_hash
       WHERE (kb_chunk.heading_path, kb_chunk.body, kb_chunk.search_text, kb_chunk.content_hash)
         IS DISTINCT FROM (excluded.heading_path, excluded.body, excluded.search_text, excluded.content_hash)`,
      [tenant, documentId, JSON.stringify(rows)],
    );
  }
  if (subjects.length > 0) {
    await session.query(
      'INSERT INTO kb_identifier (tenant, document_id, identifier) SELECT $1, $2, unnest($3::text[]) ON CONFLICT DO NOTHING',
      [tenant, documentId, subjects],
    );
  }
  await lexical.reindex(session, tenant, documentId);
}
