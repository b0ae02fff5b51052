import type { Metadata } from '../../documents/document.ts';
import { sectionOf } from '../../documents/document.ts';
import type { Candidate, Hit } from '../backend.ts';
import { type LooseScope, lookup } from './scope.ts';
import { binder } from './statement.ts';
import type { Session } from './store/store.ts';

/** What every arm selects of a passage `p`. */
export const CANDIDATE = "p.document_id, p.ordinal, encode(p.content_hash, 'hex') AS version";

export interface CandidateRow {
  readonly document_id: string;
  readonly ordinal: number;
  readonly version: string;
  readonly score?: number;
}

export const candidate = ({ document_id, ordinal, version, score }: CandidateRow): Candidate => ({
  id: passageId(document_id, ordinal),
  version,
  ...(score === undefined ? {} : { score }),
});

const passageId = (documentId: string, ordinal: number): string => `${documentId}:${ordinal}`;

interface Address {
  readonly documentId: string;
  readonly ordinal: number;
}

/** The document and ordinal in a passage id, undefined when it is none. NUL is in no name, and can't be sent to Postgres. */
export function addressOf(id: string): Address | undefined {
  if (id.includes('\u0000')) return undefined;
  const [, documentId, ordinal] = /^(.+):(\d{1,9})$/s.exec(id) ?? [];
  return documentId && ordinal ? { documentId, ordinal: Number(ordinal) } : undefined;
}

interface PassageRow extends CandidateRow {
  readonly place: string;
  readonly heading_path: string[];
  readonly locator: string | null;
  readonly body: string;
  readonly title: string;
  readonly uri: string;
  readonly metadata: Metadata;
  readonly source_updated_at: Date;
}

export interface Passage extends Hit {
  readonly version: string;
}

/** Reads passages by id in one statement, in the order of `ids`: undefined for one that is not there or not within the scope. */
export async function readPassages(session: Session, scope: LooseScope, ids: readonly string[]): Promise<readonly (Passage | undefined)[]> {
  const addresses = ids.map(addressOf);
  const bind = binder();
  const documentIds = bind(addresses.map((address) => address?.documentId ?? ''));
  const ordinals = bind(addresses.map((address) => address?.ordinal ?? -1));
  const rows = await session.query<PassageRow>(
    `SELECT wanted.place::text, p.document_id, p.ordinal, p.version, p.heading_path, p.locator, p.body, p.title, p.uri, p.metadata,
       p.source_updated_at
     FROM unnest(${documentIds}::text[], ${ordinals}::int[]) WITH ORDINALITY AS wanted (document_id, ordinal, place)
     ${lookup(scope, bind, 'p.document_id = wanted.document_id AND p.ordinal = wanted.ordinal')}`,
    bind.values,
  );
  const byPlace = new Map(rows.map((row) => [Number(row.place), row]));
  return ids.map((id, i) => {
    const row = byPlace.get(i + 1);
    return row && hit(id, row);
  });
}

/** The ids of a document's passages that the session may see, in their order. */
export async function idsOf(session: Session, tenant: string, documentId: string): Promise<readonly string[]> {
  if (documentId.includes('\u0000')) return [];
  const rows = await session.query<{ ordinal: number }>(
    'SELECT ordinal FROM kb_passage WHERE tenant = $1 AND document_id = $2 ORDER BY ordinal',
    [tenant, documentId],
  );
  return rows.map(({ ordinal }) => passageId(documentId, ordinal));
}

const hit = (id: string, row: PassageRow): Passage => ({
  id,
  version: row.version,
  documentId: row.document_id,
  section: sectionOf(row.heading_path, row.locator ?? undefined),
  text: row.body,
  source: { title: row.title, uri: row.uri, updatedAt: row.source_updated_at },
  metadata: row.metadata,
});
