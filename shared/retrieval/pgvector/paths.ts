/**
 * What the choice between an index and the chunks of the scope themselves goes by. Measured (DESIGN.md, "The way of searching is ours"): an index
 * yields its nearest in order and the scope's conditions are checked on each, so it goes through about
 * limit · (chunks of the tenant / chunks of the scope) of them; the other way costs a fixed amount for each chunk of the
 * scope. They cost the same where scope² = ratio · limit · tenant.
 */
export interface Paths {
  /** Cost of a vector met in HNSW, in costs of a vector compared directly. */
  readonly dense: number;
  /** Cost of an entry met in the BM25 index, in costs of scoring a chunk outside it, which tokenises it again. */
  readonly bm25: number;
  /** Chunks of a scope up to which its terms are read directly, not by the index on them. */
  readonly tsvector: number;
}

export const MEASURED: Paths = { dense: 10, bm25: 0.074, tsvector: 2_000 };

/** Whether to go through the scope's own chunks. */
export const isNarrow = (scope: number, tenant: number, limit: number, ratio: number): boolean => scope ** 2 <= ratio * limit * tenant;
