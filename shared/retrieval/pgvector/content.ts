import type { ChunkRow } from './chunks.ts';
import type { LexicalIndex } from './lexical/arm.ts';
import type { Session } from './store/store.ts';

/** Everything that a document is found by, apart from its vectors. */
export interface Content {
  readonly chunks: readonly ChunkRow[];
  /** Canonical identifiers that it is about. */
  readonly subjects: readonly string[];
  /** The text search configuration that it is analysed with. */
  readonly config: string;
}

/** $1 tenant, $2 document, $3 chunks, $4 text search configuration, $5 identifiers. Rows that say the same already stay as they are. */
const INSERT = `WITH language AS (
    INSERT INTO kb_language (tenant, config) VALUES ($1, $4) ON CONFLICT DO NOTHING
  ), subjects AS (
    INSERT INTO kb_identifier (tenant, document_id, identifier) SELECT $1, $2, unnest($5::text[]) ON CONFLICT DO NOTHING
  )
  INSERT INTO kb_chunk (tenant, document_id, ordinal, heading_path, body, search_text, content_hash, start_offset, end_offset, locator)
  SELECT $1, $2, ordinal, heading_path, body, kb_lexemes($4::regconfig, terms), decode(hash, 'hex'), start_offset, end_offset, locator
  FROM jsonb_to_recordset($3::jsonb) AS new (ordinal int, heading_path text[], body text, terms text, hash text, start_offset int,
    end_offset int, locator text)
  ON CONFLICT (tenant, document_id, ordinal) DO UPDATE SET
    heading_path = excluded.heading_path, body = excluded.body, search_text = excluded.search_text, content_hash = excluded.content_hash,
    start_offset = excluded.start_offset, end_offset = excluded.end_offset, locator = excluded.locator
  WHERE (kb_chunk.heading_path, kb_chunk.body, kb_chunk.search_text, kb_chunk.content_hash, kb_chunk.start_offset, kb_chunk.end_offset,
      kb_chunk.locator)
    IS DISTINCT FROM (excluded.heading_path, excluded.body, excluded.search_text, excluded.content_hash, excluded.start_offset,
      excluded.end_offset, excluded.locator)`;

/**
 * Writes a document's content, in the place of what it has; part of a transaction. The statements are sent together,
 * for none of them waits for what another returns.
 */
export async function writeContent(
  session: Session,
  tenant: string,
  documentId: string,
  { chunks, subjects, config }: Content,
  lexical: LexicalIndex,
): Promise<void> {
  const rows = chunks.map((chunk) => ({
    ordinal: chunk.ordinal,
    heading_path: chunk.headingPath,
    body: chunk.body,
    terms: chunk.terms,
    hash: chunk.contentHash,
    start_offset: chunk.start,
    end_offset: chunk.end,
    locator: chunk.locator ?? null,
  }));
  await Promise.all([
    session.query(INSERT, [tenant, documentId, JSON.stringify(rows), config, subjects]),
    ...lexical.index(session, tenant, documentId),
  ]);
}

/** Removes what a document had beyond `keep`: chunks from that ordinal on, and other identifiers; part of a transaction. */
export async function trimContent(
  session: Session,
  tenant: string,
  documentId: string,
  keep: { readonly chunks: readonly unknown[]; readonly subjects: readonly string[] },
  lexical: LexicalIndex,
): Promise<void> {
  await Promise.all([
    session.query('DELETE FROM kb_chunk WHERE tenant = $1 AND document_id = $2 AND ordinal >= $3', [
      tenant,
      documentId,
      keep.chunks.length,
    ]),
    session.query('DELETE FROM kb_identifier WHERE tenant = $1 AND document_id = $2 AND identifier <> ALL ($3::text[])', [
      tenant,
      documentId,
      keep.subjects,
    ]),
    ...lexical.clear(session, tenant, documentId),
  ]);
}

/** Nothing to keep. */
export const NOTHING = { chunks: [], subjects: [] } as const;
