import type { Embedder } from '../../models/embed/embedder.ts';
import type { Arm } from '../backend.ts';
import { accessOf } from './access.ts';
import type { VectorCheck } from './completeness.ts';
import { vectorLiteral } from './embeddings.ts';
import { CANDIDATE, type CandidateRow, candidate, visible } from './passages.ts';
import type { Session, Store } from './store/store.ts';

/** How many of the nearest vectors are looked at first, for each candidate wanted: some stand for no visible chunk. */
const FIRST_LOOK = 2;
/** pgvector's own bounds of hnsw.ef_search. */
const EF_SEARCH = { least: 40, most: 1_000 };

/** $1 tenant, $2 groups, $3 model, $4 query vector, $5 limit, $6 nearest vectors to look at. */
const nearest = (distance: string, vectorType: string): string => `WITH near AS MATERIALIZED (
    SELECT e.content_hash, ${distance} <=> $4::${vectorType} AS distance FROM kb_embedding e
    WHERE e.tenant = $1 AND e.embed_model = $3 ORDER BY ${distance} <=> $4::${vectorType} LIMIT $6
  )
  SELECT ${CANDIDATE}, (SELECT count(*) FROM near)::int AS looked
  FROM near JOIN kb_passage p ON p.content_hash = near.content_hash AND ${visible('p', '$1', '$2')}
  ORDER BY near.distance, p.document_id, p.ordinal LIMIT $5`;

/** The same over every visible passage: the passages first, then their distances. */
const exact = (vectorType: string): string => `SELECT ${CANDIDATE}
  FROM kb_passage p
  JOIN kb_embedding e ON e.tenant = $1 AND e.embed_model = $3 AND e.content_hash = p.content_hash
  WHERE ${visible('p', '$1', '$2')}
  ORDER BY e.embedding <=> $4::${vectorType}, p.document_id, p.ordinal LIMIT $5`;

/**
 * Finds passages by meaning: exact search where a tenant has no vector index, HNSW where maintenance has built one. When
 * the nearest vectors leave too few passages that the caller may see, all that it may see are searched.
 */
export const denseArm = (store: Store, embedder: Embedder, requireVectors: VectorCheck): Arm => ({
  name: 'dense',
  async search({ caller, text, limit, signal }) {
    if (!/[\p{L}\p{N}]/u.test(text)) return [];
    await requireVectors(accessOf(caller), signal);
    const vector = vectorLiteral(await embedder.embedQuery(text, signal));
    const access = accessOf(caller);
    const looked = Math.min(limit * FIRST_LOOK, EF_SEARCH.most);
    const ef = Math.max(looked, EF_SEARCH.least);
    return store.reading(
      access,
      signal,
      async (session) => {
        const distance = (await hasIndex(session, access.tenant, embedder.model))
          ? `(e.embedding::${store.vectorType}(${embedder.dimensions}))`
          : 'e.embedding';
        const values = [access.tenant, access.groups, embedder.model, vector, limit];
        const rows = await session.query<CandidateRow & { looked: number }>(nearest(distance, store.vectorType), [...values, looked]);
        const sawAll = (rows[0]?.looked ?? 0) < looked && rows.length > 0;
        if (rows.length >= limit || sawAll) return rows.map(candidate);
        return (await session.query<CandidateRow>(exact(store.vectorType), values)).map(candidate);
      },
      { 'hnsw.ef_search': String(ef), 'hnsw.iterative_scan': 'strict_order' },
    );
  },
});

async function hasIndex(session: Session, tenant: string, model: string): Promise<boolean> {
  const [row] = await session.query<{ there: boolean }>(
    "SELECT to_regclass(format('public.%I', kb_vector_index_name($1, $2))) IS NOT NULL AS there",
    [tenant, model],
  );
  return row?.there ?? false;
}
