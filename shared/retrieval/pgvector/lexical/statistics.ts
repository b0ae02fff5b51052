import { LRUCache } from 'lru-cache';
import type { Session } from '../store/store.ts';

/** What BM25 needs to know of a tenant's chunks as a whole. */
export interface TermStatistics {
  readonly chunks: number;
  readonly averageLength: number;
  /** In how many chunks each term stands. */
  readonly frequencies: ReadonlyMap<string, number>;
}

/** A tenant of fewer chunks is counted again after each change. */
export const LARGE = 10_000;
/**
 * In a larger one a minute's changes don't change the order of anything. Counting its common terms takes tens of
 * milliseconds, so their shares are those of the last maintenance.
 */
const KEPT_MS = 60_000;
const MOST_TENANTS = 1_000;
/** Of a tenant; beyond it they are counted anew. Not a cache with an order of its own, which makes room for all of them at once. */
const MOST_TERMS = 50_000;

interface Known {
  readonly version: string;
  readonly at: number;
  readonly chunks: number;
  readonly averageLength: number;
  readonly frequencies: Map<string, number>;
}

/**
 * Statistics of the terms of a query, counted where they are not known, in the caller's transaction. The terms may still be
 * on their way: what does not depend on them is asked for meanwhile.
 */
export type StatisticsOf = (
  session: Session,
  tenant: string,
  terms: readonly string[] | Promise<readonly string[]>,
) => Promise<TermStatistics>;

/** Counts each term once for each version of a tenant. */
export function createTermStatistics(now: () => number = () => performance.now()): StatisticsOf {
  const tenants = new LRUCache<string, Known>({ max: MOST_TENANTS });
  return async (session, tenant, coming) => {
    const [[row], terms] = await Promise.all([
      session.query<{ version: string | null }>('SELECT sum(version)::text AS version FROM kb_version WHERE tenant = $1', [tenant]),
      coming,
    ]);
    const version = row?.version ?? '';
    let known = tenants.get(tenant);
    if (!known || (known.version !== version && (known.chunks < LARGE || now() - known.at > KEPT_MS))) {
      const counted = await count(session, tenant);
      known = { version, at: now(), ...counted, frequencies: await commonTerms(session, tenant, counted.chunks) };
      tenants.set(tenant, known);
    }
    const { frequencies } = known;
    if (frequencies.size > MOST_TERMS) frequencies.clear();
    const missing = terms.filter((term) => !frequencies.has(term));
    if (missing.length > 0) {
      const rows = await session.query<{ term: string; chunks: number }>(
        `SELECT term, (SELECT count(*)::int FROM kb_tenant_terms t WHERE t.tenant = $1 AND t.terms @@ quote_literal(term)::tsquery) AS chunks
         FROM unnest($2::text[]) AS term`,
        [tenant, missing],
      );
      for (const { term, chunks } of rows) frequencies.set(term, chunks);
    }
    const { chunks, averageLength } = known;
    return {
      chunks,
      averageLength,
      // Terms that are counted later than the chunks may stand in more of them: a weight below zero would be the end of every bound.
      frequencies: new Map(terms.map((term) => [term, Math.min(frequencies.get(term) ?? 0, chunks)])),
    };
  };
}

async function count(session: Session, tenant: string): Promise<Pick<Known, 'chunks' | 'averageLength'>> {
  const [row] = await session.query<{ chunks: number; average: number | null }>(
    'SELECT count(*)::int AS chunks, avg(length)::float8 AS average FROM kb_tenant_terms WHERE tenant = $1',
    [tenant],
  );
  return { chunks: row?.chunks ?? 0, averageLength: row?.average ?? 1 };
}

/** The terms of many chunks, at the shares that they had when they were counted last. */
async function commonTerms(session: Session, tenant: string, chunks: number): Promise<Map<string, number>> {
  if (chunks < LARGE) return new Map();
  const [row] = await session.query<{ chunks: number; terms: readonly string[]; counts: readonly number[] }>(
    'SELECT chunks, terms, counts FROM kb_common_terms WHERE tenant = $1',
    [tenant],
  );
  const growth = row ? chunks / row.chunks : 1;
  return new Map(row?.terms.map((term, i) => [term, Math.round((row.counts[i] ?? 0) * growth)]));
}
