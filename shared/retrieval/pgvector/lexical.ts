import type { Arm } from '../backend.ts';
import { accessOf } from './access.ts';
import { CANDIDATE, type CandidateRow, candidate, visible } from './passages.ts';
import type { Session, Settings, Store } from './store/store.ts';
import { queryTerms } from './terms.ts';

/** Where the lexical arm finds its matches: an extension's BM25 index, or BM25 computed over a tsvector index. */
export interface LexicalIndex {
  /** $1 tenant, $2 groups, $3 query terms, $4 limit. */
  readonly sql: string;
  /** Planner settings that the statement needs. */
  readonly settings: Settings;
  /** Removes what is kept of a document beside kb_chunk for this index: statements that are under way. */
  clear(session: Session, tenant: string, documentId: string): readonly Promise<unknown>[];
  /** Keeps what this index needs of the document's chunks, after `clear`. */
  index(session: Session, tenant: string, documentId: string): readonly Promise<unknown>[];
}

/** BM25 of pg_textsearch: `<@>` is the negative score, and its index returns rows in that order and matches only. */
export const BM25: LexicalIndex = {
  sql: `SELECT ${CANDIDATE}
    FROM kb_passage p WHERE ${visible('p', '$1', '$2')}
    ORDER BY p.search_text <@> to_bm25query(kb_query_lexemes($1, $3), 'kb_chunk_bm25') LIMIT $4`,
  // Scored one by one and sorted, chunks without a match would be returned too; and on a small table the planner likes that.
  settings: { enable_sort: 'off' },
  clear: () => [],
  index: () => [],
};

const K1 = 1.2;
const B = 0.75;

/**
 * BM25 over a GIN index, for servers without pg_textsearch:
 * score = Σ ln(1 + (N − df + ½) / (df + ½)) · tf · (k1 + 1) / (tf + k1 · (1 − b + b · length / average length)), over the
 * terms of the query, a repeated one each time (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and
 * Beyond", 2009). ts_rank_cd with weights of 1 is the frequency of a single term. float8 throughout: numeric made the
 * same sum four times slower.
 */
export const TSVECTOR: LexicalIndex = {
  sql: `WITH query AS (
      SELECT term, count(*)::float8 AS weight FROM unnest(string_to_array(kb_query_lexemes($1, $3), ' ')) AS term WHERE term <> '' GROUP BY term
    ), tenant AS (
      SELECT count(*)::float8 AS chunks, avg(length)::float8 AS average FROM kb_tenant_terms WHERE tenant = $1
    ), matches AS (
      SELECT t.document_id, t.ordinal, t.length::float8 AS length,
        ts_rank_cd('{1,1,1,1}', t.terms, quote_literal(query.term)::tsquery)::float8 AS tf,
        count(*) OVER (PARTITION BY query.term)::float8 AS df, query.weight
      FROM query JOIN kb_tenant_terms t ON t.terms @@ quote_literal(query.term)::tsquery
      WHERE t.tenant = $1
    ), scored AS (
      SELECT document_id, ordinal, sum(
        ln(1 + (chunks - df + 0.5::float8) / (df + 0.5::float8))
        * weight * tf * ${K1 + 1}::float8 / (tf + ${K1}::float8 * (${1 - B}::float8 + ${B}::float8 * length / average))) AS score
      FROM matches, tenant GROUP BY document_id, ordinal
    )
    SELECT ${CANDIDATE}
    FROM scored JOIN kb_passage p ON p.document_id = scored.document_id AND p.ordinal = scored.ordinal AND ${visible('p', '$1', '$2')}
    ORDER BY scored.score DESC, p.document_id, p.ordinal LIMIT $4`,
  settings: {},
  clear: (session, tenant, documentId) => [
    session.query('DELETE FROM kb_terms WHERE tenant = $1 AND document_id = $2', [tenant, documentId]),
  ],
  index: (session, tenant, documentId) => [
    session.query(
      `INSERT INTO kb_terms (tenant, document_id, ordinal, length, terms)
       SELECT tenant, document_id, ordinal, coalesce(array_length(string_to_array(search_text, ' '), 1), 0), to_tsvector('simple', search_text)
       FROM kb_chunk WHERE tenant = $1 AND document_id = $2`,
      [tenant, documentId],
    ),
  ],
};

/** The index that migrations have built in this database. */
export async function lexicalIndexOf(session: Session): Promise<LexicalIndex> {
  const [row] = await session.query<{ bm25: boolean }>("SELECT to_regclass('public.kb_chunk_bm25') IS NOT NULL AS bm25");
  return row?.bm25 ? BM25 : TSVECTOR;
}

/** Finds passages by their words: any of them, rare ones foremost. Waits for no model. */
export const lexicalArm = (store: Store, index: LexicalIndex): Arm => ({
  name: 'lexical',
  async search({ caller, text, limit, signal }) {
    const terms = queryTerms(text);
    if (terms === '') return [];
    const access = accessOf(caller);
    const rows = await store.reading(
      access,
      signal,
      (session) => session.query<CandidateRow>(index.sql, [access.tenant, access.groups, terms, limit]),
      index.settings,
    );
    return rows.map(candidate);
  },
});
