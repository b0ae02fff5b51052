import type { SourceDocument } from '../../documents/document.ts';
import type { StoredDocument } from '../backend.ts';
import type { Session } from './store/store.ts';

/** What a document's row says beside the facts of its source. */
export interface DocumentRow {
  readonly state: 'active' | 'failed';
  readonly title: string;
  readonly mediaType: string;
  readonly language: string;
  readonly ownMetadata: object;
  readonly make: string;
  readonly chunks: number;
  /** Models in which every chunk has a vector. */
  readonly embedModels: readonly string[];
  readonly error: Failure | undefined;
}

export interface Failure {
  readonly code: string;
  readonly reason: string;
}

/** Rows hold the truth of the highest generation and metageneration; a row that is not older than the new one wins. */
const NOT_NEWER = `
  kb_document.generation < excluded.generation
  OR (kb_document.generation = excluded.generation AND kb_document.metageneration <= excluded.metageneration AND kb_document.state <> 'deleted')`;

/**
 * Writes a document's row unless a newer version or a later deletion is there. Returns undefined when it did not, and
 * otherwise whether there was none before.
 */
export async function writeDocument(
  session: Session,
  document: SourceDocument,
  row: DocumentRow,
): Promise<{ readonly isNew: boolean } | undefined> {
  const [written] = await session.query<{ isNew: boolean }>(
    `INSERT INTO kb_document (tenant, document_id, uri, generation, metageneration, state, title, media_type, acl, own_metadata,
       metadata, make, error, source_updated_at, language, chunks, embed_models, tries, lag_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $10::jsonb || $11::jsonb, $12, $13::jsonb, $14, $15, $16, $17, $18,
       CASE WHEN $6 = 'active' THEN extract(epoch FROM now() - $14) * 1000 END)
     ON CONFLICT (tenant, document_id) DO UPDATE SET
       uri = excluded.uri, generation = excluded.generation, metageneration = excluded.metageneration, state = excluded.state,
       title = excluded.title, media_type = excluded.media_type, acl = excluded.acl, own_metadata = excluded.own_metadata,
       metadata = excluded.metadata, make = excluded.make, error = excluded.error,
       source_updated_at = excluded.source_updated_at, indexed_at = now(),
       rewrites = kb_document.rewrites + 1, language = excluded.language, chunks = excluded.chunks, embed_models = excluded.embed_models,
       tries = CASE WHEN excluded.state = 'active' THEN 0
         WHEN kb_document.generation = excluded.generation THEN kb_document.tries + 1 ELSE 1 END,
       lag_ms = CASE WHEN kb_document.generation = excluded.generation AND kb_document.state = 'active' THEN kb_document.lag_ms ELSE excluded.lag_ms END
     WHERE ${NOT_NEWER}
     RETURNING rewrites = 0 AS "isNew"`,
    [
      document.tenant,
      document.documentId,
      document.uri,
      String(document.generation),
      String(document.metageneration),
      row.state,
      row.title,
      row.mediaType,
      document.acl,
      JSON.stringify(row.ownMetadata),
      JSON.stringify(document.metadata),
      row.make,
      row.error ? JSON.stringify(row.error) : null,
      document.updatedAt.toISOString(),
      row.language,
      row.chunks,
      row.embedModels,
      row.state === 'failed' ? 1 : 0,
    ],
  );
  return written;
}

/** Changes access and metadata, and nothing else; returns whether this very generation was there to be changed. */
export async function describeDocument(session: Session, document: SourceDocument): Promise<boolean> {
  const written = await session.query(
    `UPDATE kb_document SET metageneration = $4, acl = $5, metadata = own_metadata || $6::jsonb, source_updated_at = $7
     WHERE tenant = $1 AND document_id = $2 AND generation = $3 AND metageneration <= $4 AND state = 'active'
     RETURNING 1`,
    [
      document.tenant,
      document.documentId,
      String(document.generation),
      String(document.metageneration),
      document.acl,
      JSON.stringify(document.metadata),
      document.updatedAt.toISOString(),
    ],
  );
  return written.length > 0;
}

/** Leaves a tombstone unless the document is newer than `generation`; returns whether it did. */
export async function buryDocument(session: Session, tenant: string, documentId: string, generation: bigint): Promise<boolean> {
  const written = await session.query(
    `INSERT INTO kb_document (tenant, document_id, uri, generation, metageneration, state, title, media_type, acl, make, source_updated_at)
     VALUES ($1, $2, '', $3, 0, 'deleted', '', '', '{}', '', now())
     ON CONFLICT (tenant, document_id) DO UPDATE SET
       generation = excluded.generation, state = 'deleted', title = '', media_type = '', acl = '{}', own_metadata = '{}', metadata = '{}',
       error = NULL, tries = 0, chunks = 0, embed_models = '{}', lag_ms = NULL, indexed_at = now()
     WHERE kb_document.generation <= excluded.generation
     RETURNING 1`,
    [tenant, documentId, String(generation)],
  );
  return written.length > 0;
}

/**
 * Notes that a version could not be indexed for now, so that it is listed until it is. An older version that is searchable
 * stays so; one that is not known, is deleted or failed gives way to a failed document of this version. Nothing is noted
 * of what is outdated.
 */
export async function noteAttempt(session: Session, document: SourceDocument, mediaType: string, error: Failure): Promise<void> {
  const { tenant, documentId } = document;
  const generation = String(document.generation);
  await session.query(
    `UPDATE kb_document SET error = $4::jsonb, tries = tries + 1
     WHERE tenant = $1 AND document_id = $2 AND state = 'active' AND generation < $3`,
    [tenant, documentId, generation, JSON.stringify(error)],
  );
  await session.query(
    `INSERT INTO kb_document (tenant, document_id, uri, generation, metageneration, state, title, media_type, acl, metadata, make, error,
       source_updated_at, tries)
     VALUES ($1, $2, $3, $4, 0, 'failed', $2, $5, $6, $7::jsonb, '', $8::jsonb, $9, 1)
     ON CONFLICT (tenant, document_id) DO UPDATE SET
       uri = excluded.uri, generation = excluded.generation, state = 'failed', title = excluded.title, media_type = excluded.media_type,
       acl = excluded.acl, metadata = excluded.metadata, make = '', error = excluded.error, source_updated_at = excluded.source_updated_at,
       metageneration = CASE WHEN kb_document.generation = excluded.generation THEN kb_document.metageneration ELSE 0 END,
       tries = CASE WHEN kb_document.generation = excluded.generation THEN kb_document.tries ELSE 0 END + 1
     WHERE kb_document.state <> 'active' AND kb_document.generation < excluded.generation
       OR kb_document.state = 'failed' AND kb_document.generation = excluded.generation`,
    [
      tenant,
      documentId,
      document.uri,
      generation,
      mediaType,
      document.acl,
      JSON.stringify(document.metadata),
      JSON.stringify(error),
      document.updatedAt.toISOString(),
    ],
  );
}

interface Row {
  readonly document_id: string;
  readonly generation: string;
  readonly metageneration: string;
  readonly state: StoredDocument['state'];
  readonly make: string;
  readonly embed_models: string[];
  readonly title: string;
  readonly media_type: string;
  readonly language: string;
  readonly chunks: number;
  readonly error: Failure | null;
  readonly tries: number;
  readonly source_updated_at: Date;
  readonly indexed_at: Date;
  readonly lag_ms: string | null;
}

const COLUMNS = `document_id, generation::text, metageneration::text, state, make, embed_models, title, media_type, language, chunks,
  error, tries, source_updated_at, indexed_at, lag_ms::text`;
const PAGE = 1_000;

/** The version that is stored of a document, if any. */
export async function headOf(session: Session, tenant: string, documentId: string, model: string): Promise<StoredDocument | undefined> {
  const [row] = await session.query<Row>(`SELECT ${COLUMNS} FROM kb_document WHERE tenant = $1 AND document_id = $2`, [tenant, documentId]);
  return row && stored(tenant, row, model);
}

/** A page of a tenant's documents, tombstones included, in the order of their ids, after `after`. */
export async function pageOf(session: Session, tenant: string, after: string, model: string): Promise<readonly StoredDocument[]> {
  const rows = await session.query<Row>(
    `SELECT ${COLUMNS} FROM kb_document WHERE tenant = $1 AND document_id > $2 ORDER BY document_id LIMIT ${PAGE}`,
    [tenant, after],
  );
  return rows.map((row) => stored(tenant, row, model));
}

const stored = (tenant: string, row: Row, model: string): StoredDocument => ({
  tenant,
  documentId: row.document_id,
  state: row.state,
  generation: BigInt(row.generation),
  metageneration: BigInt(row.metageneration),
  make: row.make,
  complete: row.embed_models.includes(model),
  title: row.title,
  mediaType: row.media_type,
  language: row.language,
  chunks: row.chunks,
  failure: row.error ?? undefined,
  tries: row.tries,
  updatedAt: row.source_updated_at,
  indexedAt: row.indexed_at,
  lagMs: row.lag_ms === null ? undefined : Number(row.lag_ms),
});
