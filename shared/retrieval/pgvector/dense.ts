import type { Embedder } from '../../models/embed/embedder.ts';
import type { Arm, Found, Query } from '../backend.ts';
import { accessOf } from './access.ts';
import { vectorLiteral } from './embeddings.ts';
import { scannedBy } from './explain.ts';
import { CANDIDATE, type CandidateRow, candidate } from './passages.ts';
import { isNarrow, type Paths } from './paths.ts';
import { lookup, throughDocuments, within } from './scope.ts';
import { type Bind, binder } from './statement.ts';
import type { Settings, Store } from './store/store.ts';
import type { Survey, SurveyOf } from './survey.ts';
import { requireVectors, type VectorStateOf } from './vector-state.ts';

export interface DenseDependencies {
  readonly store: Store;
  readonly embedder: Embedder;
  readonly states: VectorStateOf;
  readonly survey: SurveyOf;
  readonly paths: Paths;
}

/** Vectors that HNSW looks at for each that it must yield, for recall (DESIGN.md, "The vector index"). */
const EF_FACTOR = 6;
/** Below the lesser one recall suffers; the other is the most that pgvector takes. */
const EF_SEARCH = { least: 300, most: 1_000 };

/** The length of the list that HNSW keeps: of what it yields, only the scope's share of the tenant counts. */
const efSearch = (limit: number, scope: number, tenant: number): number =>
  Math.round(Math.min(Math.max((EF_FACTOR * limit * tenant) / Math.max(scope, 1), EF_SEARCH.least), EF_SEARCH.most));

/** So that the vector index is gone through in its own order. */
const IN_INDEX_ORDER: Settings = {
  enable_sort: 'off',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  'hnsw.iterative_scan': 'strict_order',
};
/** Everything is read once. */
const WHOLE: Settings = { enable_nestloop: 'off' };

const NOTHING: Found = { candidates: [], path: 'no words' };

/**
 * Finds passages by meaning. Exact over the scope's own chunks where they are few or the tenant has no vector index; else
 * HNSW, which goes on until enough within the scope are found; and exact after all when it gives up before.
 */
export const denseArm = ({ store, embedder, states, survey, paths }: DenseDependencies): Arm => ({
  name: 'dense',
  async search(query) {
    if (!/[\p{L}\p{N}]/u.test(query.text)) return NOTHING;
    const { caller, text, limit, signal } = query;
    const isEmbeddingCached = embedder.remembers?.(text) ?? false;
    const [state, { chunks, documentIds }, vector] = await Promise.all([
      states(caller.tenant),
      survey(query),
      embedder.embedQuery(text, signal),
    ]);
    requireVectors(state, embedder.model);
    const literal = vectorLiteral(vector);
    const run = async (statement: string, bind: Bind, settings: Settings) =>
      store.reading(
        accessOf(caller),
        signal,
        async (session) => ({
          rows: await session.query<CandidateRow>(statement, bind.values),
          scanned: query.explain ? await scannedBy(session, statement, bind.values, /^kb_hnsw_/) : undefined,
        }),
        settings,
      );
    const searchExactly = async (path: string): Promise<Found> => {
      const bind = binder();
      const part = state.indexed || chunks < state.chunks / 2 ? { documentIds } : undefined;
      const { rows } = await run(exact(query, literal, store.vectorType, embedder.model, part, bind), bind, part ? {} : WHOLE);
      return { candidates: rows.map(candidate), path, scanned: chunks, isEmbeddingCached };
    };

    if (!state.indexed || isNarrow(chunks, state.chunks, limit, paths.dense)) return searchExactly('exact');
    const bind = binder();
    const { rows, scanned } = await run(inIndexOrder(query, literal, store.vectorType, embedder, bind), bind, {
      ...IN_INDEX_ORDER,
      'hnsw.ef_search': String(efSearch(limit, chunks, state.chunks)),
    });
    if (rows.length < limit) return searchExactly('hnsw then exact');
    return { candidates: rows.map(candidate), path: 'hnsw iterative', ...(scanned === undefined ? {} : { scanned }), isEmbeddingCached };
  },
});

/** Every passage of the scope by its distance: through its documents, or all of a tenant's at once. */
function exact(
  query: Query,
  vector: string,
  vectorType: string,
  model: string,
  part: Pick<Survey, 'documentIds'> | undefined,
  bind: Bind,
): string {
  const distance = `e.embedding <=> ${bind(vector)}::${vectorType}`;
  const tenant = bind(query.caller.tenant);
  const own = `e.tenant = ${tenant} AND e.embed_model = ${bind(model)} AND e.content_hash = p.content_hash`;
  const rows = part
    ? `${throughDocuments(query, part.documentIds, bind)} CROSS JOIN LATERAL (SELECT e.embedding FROM kb_embedding e WHERE ${own} OFFSET 0) AS e`
    : `kb_passage p JOIN kb_embedding e ON ${own} WHERE ${within('p', query, bind)}`;
  return `SELECT ${CANDIDATE}, 1 - (${distance}) AS score FROM ${rows} ORDER BY ${distance}, p.document_id, p.ordinal LIMIT ${bind(query.limit)}`;
}

/** The nearest vectors in the order of the index, each with its passages that are within the scope. */
function inIndexOrder(query: Query, vector: string, vectorType: string, { model, dimensions }: Embedder, bind: Bind): string {
  const distance = `(e.embedding::${vectorType}(${dimensions})) <=> ${bind(vector)}::${vectorType}`;
  return `SELECT document_id, ordinal, version, 1 - distance AS score FROM (
      SELECT p.document_id, p.ordinal, p.version, ${distance} AS distance
      FROM kb_embedding e ${lookup(query, bind, 'p.content_hash = e.content_hash')}
      WHERE e.tenant = ${bind(query.caller.tenant)} AND e.embed_model = ${bind(model)}
      ORDER BY ${distance} LIMIT ${bind(query.limit)}
    ) AS nearest ORDER BY distance, document_id, ordinal`;
}
