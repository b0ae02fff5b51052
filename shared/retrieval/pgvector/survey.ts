import { LRUCache } from 'lru-cache';
import type { Query } from '../backend.ts';
import { keyOfScope } from '../scope-key.ts';
import { accessOf } from './access.ts';
import { within } from './scope.ts';
import { binder } from './statement.ts';
import type { Store } from './store/store.ts';

/** Documents up to which a scope is known by name. */
const MOST_NAMED = 1_000;
/** Documents after which the count ends: from there on the way of searching is the same. */
const COUNTED = 50_000;
/** How long a scope that is wide is taken to stay so. */
const KEPT_MS = 10_000;
const MOST_SCOPES = 1_000;

/** How much a scope holds: what decides between searching an index and searching the scope's own chunks. */
export interface Survey {
  readonly chunks: number;
  /** Its documents, where they are few. Only to start from: whoever uses them checks the scope's conditions again. */
  readonly documentIds: readonly string[] | undefined;
}

export type SurveyOf = (query: Omit<Query, 'limit'>) => Promise<Survey>;

interface Known {
  readonly version: string | undefined;
  readonly at: number;
  readonly survey: Promise<Survey>;
  isWide: boolean;
}

/**
 * Surveys a scope once for each version of its tenant. Where a scope is wide, an older survey does for ten seconds: it decides
 * how to search, and never what is found.
 */
export function createSurvey(store: Store): SurveyOf {
  const always = new AbortController().signal;
  const kept = new LRUCache<string, Known>({ max: MOST_SCOPES });
  return (query) => {
    const key = keyOfScope(query);
    const known = kept.get(key);
    const isSame = known !== undefined && known.version !== undefined && known.version === query.version;
    if (known && (isSame || (known.isWide && performance.now() - known.at < KEPT_MS))) return known.survey;
    const fresh: Known = { version: query.version, at: performance.now(), survey: count(store, query, always), isWide: false };
    kept.set(key, fresh);
    fresh.survey.then(
      ({ documentIds }) => {
        fresh.isWide = documentIds === undefined;
      },
      () => {
        if (kept.peek(key) === fresh) kept.delete(key);
      },
    );
    return fresh.survey;
  };
}

async function count(store: Store, query: Omit<Query, 'limit'>, signal: AbortSignal): Promise<Survey> {
  const bind = binder();
  const sql = `SELECT coalesce(sum(chunks), 0)::int AS chunks, CASE WHEN count(*) <= ${MOST_NAMED} THEN array_agg(document_id) END AS ids FROM (
      SELECT d.document_id, d.chunks FROM kb_document d WHERE ${within('d', query, bind)} AND d.state = 'active' LIMIT ${COUNTED}
    ) AS counted`;
  const [row] = await store.reading(accessOf(query.caller), signal, (session) =>
    session.query<{ chunks: number; ids: string[] | null }>(sql, bind.values),
  );
  return { chunks: row?.chunks ?? 0, documentIds: row && row.chunks > 0 ? (row.ids ?? undefined) : [] };
}
