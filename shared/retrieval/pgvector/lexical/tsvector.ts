import { type CandidateRow, candidate } from '../passages.ts';
import { lookup, ownDocuments } from '../scope.ts';
import { type Bind, binder } from '../statement.ts';
import type { Session } from '../store/store.ts';
import type { Survey } from '../survey.ts';
import type { LexicalIndex, LexicalQuery } from './arm.ts';
import { createTermStatistics, LARGE, type StatisticsOf } from './statistics.ts';
import { anyOf, atLeast, type BoundedTerm, promising } from './threshold.ts';

const K1 = 1.2;
const B = 0.75;

/** Chunks to score in the first attempt, for each one wanted: enough for their last to be a threshold that few others reach. */
const FIRST_LOOK = 4;
/**
 * So many of the list are BM25's very first. Those below are the best of the chunks whose terms could have added up to as
 * much: to be sure of fifty, many times as many chunks have to be scored.
 */
const EXACT = 10;
/** Against rounding: a chunk that has exactly the threshold is not lost. */
const EPSILON = 1e-9;

interface WeightedTerm extends BoundedTerm {
  /** Its inverse document frequency, once for each time that the query has it. */
  readonly weight: number;
}

/**
 * BM25 over a GIN index, for servers without pg_textsearch:
 * score = Σ ln(1 + (N − df + ½) / (df + ½)) · tf · (k1 + 1) / (tf + k1 · (1 − b + b · length / average length)), over the
 * terms of the query, a repeated one each time (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and
 * Beyond", 2009). Exact, and scores few: first chunks that have the best of the terms, then those that could still be
 * better than the last of them.
 */
export function createTsvectorIndex(): LexicalIndex {
  const statisticsOf = createTermStatistics();
  return {
    async search(query, { paths, survey }, reading) {
      const { chunks, documentIds } = await survey(query);
      const isFew = chunks <= paths.tsvector;
      return reading(
        async (session) => {
          const { terms, average, all } = await weigh(session, query, statisticsOf);
          if (terms.length === 0) return { candidates: [], path: 'no known words' };
          const score = (match: string) => best(session, query, { terms, average, match, part: isFew ? { documentIds } : undefined });
          if (isFew) return { candidates: (await score(anyOf(terms))).rows.map(candidate), path: 'tsvector, scope first', scanned: chunks };
          const exact = Math.min(EXACT, query.limit);
          for (let threshold = promising(terms, Math.min(chunks, all), FIRST_LOOK * query.limit), runs = 1; ; runs++) {
            const { rows, matched } = await score(threshold > 0 ? atLeast(terms, threshold) : anyOf(terms));
            const last = (rows[exact - 1]?.score ?? 0) * (1 - EPSILON);
            // What was left out has less than the threshold, and so many of these have as much.
            if (threshold === 0 || (rows.length === query.limit && threshold <= last)) {
              return { candidates: rows.map(candidate), path: `tsvector threshold, ${runs} runs`, ...matched };
            }
            threshold = rows.length === query.limit ? last : threshold < FLOOR ? 0 : threshold / 2;
          }
        },
        isFew ? {} : BY_INDEX,
      );
    },
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
    maintain: (session, tenant) => session.query('SELECT kb_count_common_terms($1, $2)', [tenant, LARGE]),
  };
}

/** Below it halving the threshold once more is not worth an attempt. */
const FLOOR = 1;
/** The planner takes any match for half a percent of the chunks, and would read them all. */
const BY_INDEX = { enable_seqscan: 'off', max_parallel_workers_per_gather: '0' };

async function weigh(
  session: Session,
  { caller: { tenant }, terms }: LexicalQuery,
  statisticsOf: StatisticsOf,
): Promise<{ readonly terms: readonly WeightedTerm[]; readonly average: number; readonly all: number }> {
  const counted = session.query<{ lexemes: string }>('SELECT kb_query_lexemes($1, $2) AS lexemes', [tenant, terms]).then(([row]) => {
    const repeats = new Map<string, number>();
    for (const term of row?.lexemes.split(' ') ?? []) if (term !== '') repeats.set(term, (repeats.get(term) ?? 0) + 1);
    return repeats;
  });
  const { chunks, averageLength, frequencies } = await statisticsOf(
    session,
    tenant,
    counted.then((repeats) => [...repeats.keys()]),
  );
  const repeats = await counted;
  const weighted = Array.from(repeats, ([term, times]): WeightedTerm => {
    const frequency = frequencies.get(term) ?? 0;
    const weight = times * Math.log(1 + (chunks - frequency + 0.5) / (frequency + 0.5));
    return { quoted: quote(term), weight, bound: weight * (K1 + 1), share: chunks > 0 ? frequency / chunks : 0 };
  });
  // A term that no chunk has adds to nothing.
  return { terms: weighted.filter(({ share }) => share > 0), average: averageLength, all: chunks };
}

/** As Postgres reads a lexeme in a tsquery: in quotes, with those and backslashes doubled. */
const quote = (term: string): string => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

interface Search {
  readonly terms: readonly WeightedTerm[];
  /** Average length of a chunk, in terms. */
  readonly average: number;
  /** The tsquery that a chunk must match to be scored. */
  readonly match: string;
  /** The scope's documents, to go from them to their terms; or from the terms' index to the documents. */
  readonly part: Pick<Survey, 'documentIds'> | undefined;
}

interface ScoredRow extends CandidateRow {
  readonly score: number;
}

/** The best chunks of those that match. ts_rank_cd with weights of 1 is the frequency of a single term. */
async function best(
  session: Session,
  query: LexicalQuery,
  search: Search,
): Promise<{ readonly rows: readonly ScoredRow[]; readonly matched: { readonly scanned?: number } }> {
  const bind = binder();
  const rows = await session.query<ScoredRow>(statement(query, search, bind), bind.values);
  return { rows, matched: query.explain ? { scanned: await count(session, query.caller.tenant, search.match) } : {} };
}

/** How many chunks match. */
async function count(session: Session, tenant: string, match: string): Promise<number> {
  const [row] = await session.query<{ matched: number }>(
    'SELECT count(*)::int AS matched FROM kb_tenant_terms t WHERE t.tenant = $1 AND t.terms @@ $2::text::tsquery',
    [tenant, match],
  );
  return row?.matched ?? 0;
}

/** float8 throughout: numeric made the same sum four times slower. tf / (tf + c) is 1 − c / (tf + c), which needs tf once. */
function statement(query: LexicalQuery, { terms, average, match, part }: Search, bind: Bind): string {
  const parts = terms.map(
    ({ quoted, weight }) =>
      `${bind(weight * (K1 + 1))}::float8 * (1::float8 - c / (ts_rank_cd('{1,1,1,1}', t.terms, ${bind(quoted)}::text::tsquery)::float8 + c))`,
  );
  const tenant = bind(query.caller.tenant);
  const matching = (condition: string) =>
    `kb_tenant_terms t WHERE t.tenant = ${tenant} AND ${condition}t.terms @@ ${bind(match)}::text::tsquery`;
  const rows = part
    ? `${ownDocuments(query, part.documentIds, bind)}
       CROSS JOIN LATERAL (SELECT t.* FROM ${matching('t.document_id = own.document_id AND ')} OFFSET 0) AS t`
    : `(SELECT t.* FROM ${matching('')}) AS t`;
  return `WITH scored AS MATERIALIZED (
      SELECT t.document_id, t.ordinal, ${parts.join(' + ')} AS score
      FROM ${rows} CROSS JOIN LATERAL (SELECT ${K1}::float8 * (${1 - B}::float8 + ${B}::float8 * t.length / ${bind(average)}::float8)) AS norm (c)
    )
    SELECT p.document_id, p.ordinal, p.version, best.score
    FROM (SELECT * FROM scored ORDER BY score DESC, document_id, ordinal) AS best
    ${lookup(query, bind, 'p.document_id = best.document_id AND p.ordinal = best.ordinal')}
    ORDER BY best.score DESC, best.document_id, best.ordinal LIMIT ${bind(query.limit)}`;
}
