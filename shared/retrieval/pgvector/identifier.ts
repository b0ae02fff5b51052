import { queryIdentifiers } from '../../documents/identify.ts';
import type { Arm } from '../backend.ts';
import { accessOf } from './access.ts';
import { CANDIDATE, type CandidateRow, candidate, visible } from './passages.ts';
import type { Store } from './store/store.ts';
import { queryTerms } from './terms.ts';

/** An identifier that more documents than this are about (a product's name) tells none of them apart. */
const MOST_DOCUMENTS = 5;

/**
 * $1 tenant, $2 groups, $3 identifiers, $4 limit, $5 query terms. A document stands here with one passage: that with most
 * of the query's terms. Those are worked out once; inlined, they were for every passage (597 ms at the 95th percentile
 * instead of 8).
 */
const SQL = `WITH about AS (
    SELECT i.identifier, i.document_id, count(*) OVER (PARTITION BY i.identifier) AS documents
    FROM kb_identifier i JOIN kb_document d ON d.document_id = i.document_id AND d.state = 'active' AND ${visible('d', '$1', '$2')}
    WHERE i.tenant = $1 AND i.identifier = ANY ($3::text[])
  ), found AS (
    SELECT document_id, count(*) AS matched FROM about WHERE documents <= ${MOST_DOCUMENTS} GROUP BY document_id
  ), query AS MATERIALIZED (
    SELECT string_to_array(kb_query_lexemes($1, $5), ' ') AS terms
  ), best AS (
    SELECT DISTINCT ON (p.document_id) ${CANDIDATE}, found.matched,
      (SELECT count(DISTINCT term) FROM unnest(string_to_array(p.search_text, ' ')) AS term WHERE term = ANY (query.terms)) AS terms
    FROM query, found JOIN kb_passage p ON p.document_id = found.document_id AND ${visible('p', '$1', '$2')}
    ORDER BY p.document_id, terms DESC, p.ordinal
  )
  SELECT document_id, ordinal, version FROM best ORDER BY matched DESC, terms DESC, document_id LIMIT $4`;

/**
 * Finds the documents that are about an identifier of the query: the one page of code E-4021 among hundreds from the
 * same template that mention it. Silent when the query names none, or one that many documents are about.
 */
export const identifierArm = (store: Store): Arm => ({
  name: 'identifier',
  async search({ caller, text, limit, signal }) {
    const ids = queryIdentifiers(text);
    if (ids.length === 0) return [];
    const access = accessOf(caller);
    const rows = await store.reading(access, signal, (session) =>
      session.query<CandidateRow>(SQL, [access.tenant, access.groups, ids, limit, queryTerms(text)]),
    );
    return rows.map(candidate);
  },
});
