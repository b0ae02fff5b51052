import { queryIdentifiers } from '../../documents/identify.ts';
import type { Arm, Query } from '../backend.ts';
import { accessOf } from './access.ts';
import { type CandidateRow, candidate } from './passages.ts';
import { lookup, within } from './scope.ts';
import { type Bind, binder } from './statement.ts';
import type { Store } from './store/store.ts';
import { queryTerms } from './terms.ts';

/** An identifier that more documents than this are about (a product's name) tells none of them apart. */
const MOST_DOCUMENTS = 5;

/**
 * A document stands here with one passage: that with most of the query's terms. Those are worked out once; inlined, they
 * were for every passage (597 ms at the 95th percentile instead of 8). How many documents are about an identifier is
 * counted within the scope: a caller learns nothing of others.
 */
function statement(query: Query, ids: readonly string[], bind: Bind): string {
  const tenant = bind(query.caller.tenant);
  return `WITH about AS (
    SELECT i.identifier, i.document_id, count(*) OVER (PARTITION BY i.identifier) AS documents
    FROM kb_identifier i JOIN kb_document d ON d.document_id = i.document_id AND d.state = 'active' AND ${within('d', query, bind)}
    WHERE i.tenant = ${tenant} AND i.identifier = ANY (${bind(ids)}::text[])
  ), found AS (
    SELECT document_id, count(*) AS matched FROM about WHERE documents <= ${MOST_DOCUMENTS} GROUP BY document_id
  ), query AS MATERIALIZED (
    SELECT string_to_array(kb_query_lexemes(${tenant}, ${bind(queryTerms(query.text))}), ' ') AS terms
  ), best AS (
    SELECT DISTINCT ON (p.document_id) p.document_id, p.ordinal, p.version, found.matched,
      (SELECT count(DISTINCT term) FROM unnest(string_to_array(p.search_text, ' ')) AS term WHERE term = ANY (query.terms)) AS terms
    FROM query CROSS JOIN found ${lookup(query, bind, 'p.document_id = found.document_id')}
    ORDER BY p.document_id, terms DESC, p.ordinal
  )
  SELECT document_id, ordinal, version, matched::int AS score FROM best ORDER BY matched DESC, terms DESC, document_id LIMIT ${bind(query.limit)}`;
}

/**
 * Finds the documents that are about an identifier of the query: the one page of code E-4021 among hundreds from the
 * same template that mention it. Silent when the query names none, or one that many documents are about.
 */
export const identifierArm = (store: Store): Arm => ({
  name: 'identifier',
  async search(query) {
    const ids = queryIdentifiers(query.text);
    if (ids.length === 0) return { candidates: [], path: 'no identifier' };
    const bind = binder();
    const sql = statement(query, ids, bind);
    const rows = await store.reading(accessOf(query.caller), query.signal, (session) => session.query<CandidateRow>(sql, bind.values));
    return { candidates: rows.map(candidate), path: 'lookup' };
  },
});
