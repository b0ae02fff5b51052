import { NotMigrated } from '../../../errors.ts';
import type { Arm, Found, Query } from '../../backend.ts';
import { accessOf } from '../access.ts';
import type { Paths } from '../paths.ts';
import type { Session, Settings, Store } from '../store/store.ts';
import type { SurveyOf } from '../survey.ts';
import { queryTerms } from '../terms.ts';
import type { VectorStateOf } from '../vector-state.ts';
import { BM25 } from './bm25.ts';
import { createTsvectorIndex } from './tsvector.ts';

export interface LexicalQuery extends Query {
  /** What is searched for: see terms.ts. */
  readonly terms: string;
}

export interface LexicalDependencies {
  readonly store: Store;
  readonly states: VectorStateOf;
  readonly survey: SurveyOf;
  readonly paths: Paths;
}

/** Runs statements of one search in a transaction of the caller, with these planner settings. */
export type Reading = <T>(work: (session: Session) => Promise<T>, settings: Settings) => Promise<T>;

/** Where the lexical arm finds its matches: an extension's BM25 index, or BM25 computed over a tsvector index. */
export interface LexicalIndex {
  search(query: LexicalQuery, dependencies: LexicalDependencies, reading: Reading): Promise<Found>;
  /** Removes what is kept of a document beside kb_chunk for this index: statements that are under way. */
  clear(session: Session, tenant: string, documentId: string): readonly Promise<unknown>[];
  /** Keeps what this index needs of the document's chunks, after `clear`. */
  index(session: Session, tenant: string, documentId: string): readonly Promise<unknown>[];
  /** Brings up to date what it keeps of a tenant as a whole. */
  maintain(session: Session, tenant: string): Promise<unknown>;
}

/** The index that migrations have built in this database. Throws NotMigrated for a user whom they have not let in. */
export async function lexicalIndexOf(session: Session): Promise<LexicalIndex> {
  const [row] = await session.query<{ bm25: boolean; login: string; letIn: boolean }>(
    `SELECT to_regclass('public.kb_chunk_bm25') IS NOT NULL AS bm25, session_user AS login,
       coalesce(bool_or(pg_has_role(session_user, oid, 'SET')), false) AS "letIn"
     FROM pg_roles WHERE rolname IN ('groundwire_reader', 'groundwire_writer')`,
  );
  if (!row?.letIn) {
    throw new NotMigrated(
      `The database user ${row?.login} was not let in. Run \`npm run migrate\` with it in DATABASE_READERS to search, in DATABASE_WRITERS to ingest.`,
    );
  }
  return row.bm25 ? BM25 : createTsvectorIndex();
}

/** Finds passages that have at least one of the query's words; rare words count more. Calls no model. */
export const lexicalArm = (index: LexicalIndex, dependencies: LexicalDependencies): Arm => ({
  name: 'lexical',
  async search(query) {
    const terms = queryTerms(query.text);
    if (terms === '') return { candidates: [], path: 'no words' };
    const access = accessOf(query.caller);
    return index.search({ ...query, terms }, dependencies, (work, settings) =>
      dependencies.store.reading(access, query.signal, work, settings),
    );
  },
});
