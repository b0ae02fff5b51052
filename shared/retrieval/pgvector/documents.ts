import type { SourceDocument } from '../../documents/document.ts';
import type { StoredDocument } from '../backend.ts';
import type { Session } from './store/store.ts';

/** What a document's row says beside the facts of its source. */
export interface DocumentRow {
  readonly state: 'active' | 'failed';
  readonly title: string;
  readonly mediaType: string;
  readonly ownMetadata: object;
  readonly make: string;
  readonly error: object | undefined;
}

/** Rows hold the truth of the highest generation and metageneration; a row that is not older than the new one wins. */
const NOT_NEWER = `
  kb_document.generation < excluded.generation
  OR (kb_document.generation = excluded.generation AND kb_document.metageneration <= excluded.metageneration AND kb_document.state <> 'deleted')`;

/** Writes a document's row unless a newer version or a later deletion is there; returns whether it did. */
export async function writeDocument(session: Session, document: SourceDocument, row: DocumentRow): Promise<boolean> {
  const written = await session.query(
    `INSERT INTO kb_document (tenant, document_id, uri, generation, metageneration, state, title, media_type, acl, own_metadata,
       metadata, make, error, source_updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $10::jsonb || $11::jsonb, $12, $13::jsonb, $14)
     ON CONFLICT (tenant, document_id) DO UPDATE SET
       uri = excluded.uri, generation = excluded.generation, metageneration = excluded.metageneration, state = excluded.state,
       title = excluded.title, media_type = excluded.media_type, acl = excluded.acl, own_metadata = excluded.own_metadata,
       metadata = excluded.metadata, make = excluded.make, error = excluded.error,
       source_updated_at = excluded.source_updated_at, indexed_at = now()
     WHERE ${NOT_NEWER}
     RETURNING 1`,
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
    ],
  );
  return written.length > 0;
}

/** Changes access and metadata, and nothing else; returns whether this very generation was there to be changed. */
export async function describeDocument(session: Session, document: SourceDocument): Promise<boolean> {
  const written = await session.query(
    `UPDATE kb_document SET metageneration = $4, acl = $5, metadata = own_metadata || $6::jsonb, source_updated_at = $7, indexed_at = now()
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
       generation = excluded.generation, state = 'deleted', title = '', acl = '{}', own_metadata = '{}', metadata = '{}',
       error = NULL, indexed_at = now()
     WHERE kb_document.generation <= excluded.generation
     RETURNING 1`,
    [tenant, documentId, String(generation)],
  );
  return written.length > 0;
}

interface HeadRow {
  readonly document_id: string;
  readonly generation: string;
  readonly metageneration: string;
  readonly state: StoredDocument['state'];
  readonly make: string;
}

const HEAD = 'document_id, generation::text, metageneration::text, state, make';
const PAGE = 1_000;

/** The version that is stored of a document, if any. */
export async function headOf(session: Session, tenant: string, documentId: string): Promise<StoredDocument | undefined> {
  const [row] = await session.query<HeadRow>(`SELECT ${HEAD} FROM kb_document WHERE tenant = $1 AND document_id = $2`, [
    tenant,
    documentId,
  ]);
  return row && stored(tenant, row);
}

/** A page of a tenant's documents, tombstones included, in the order of their ids, after `after`. */
export async function pageOf(session: Session, tenant: string, after: string): Promise<readonly StoredDocument[]> {
  const rows = await session.query<HeadRow>(
    `SELECT ${HEAD} FROM kb_document WHERE tenant = $1 AND document_id > $2 ORDER BY document_id LIMIT ${PAGE}`,
    [tenant, after],
  );
  return rows.map((row) => stored(tenant, row));
}

const stored = (tenant: string, row: HeadRow): StoredDocument => ({
  tenant,
  documentId: row.document_id,
  state: row.state,
  generation: BigInt(row.generation),
  metageneration: BigInt(row.metageneration),
  make: row.make,
});
