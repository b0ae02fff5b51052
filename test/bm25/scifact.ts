import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { backfill } from '../../functions/backfill/backfill.ts';
import { corpusOf } from '../../golden/questions/corpus.ts';
import { readBeirSet } from '../../golden/questions/sets.ts';
import { makeCaller } from '../../shared/caller.ts';
import type { Candidate } from '../../shared/retrieval/backend.ts';
import { queryTerms } from '../../shared/retrieval/pgvector/terms.ts';
import { queryOf } from '../support/query.ts';
import { quiet, type TestBackend } from '../support/stores.ts';
import { createBm25, type Scored } from './formula.ts';

const FOLDER = fileURLToPath(new URL('../../../shared/data/scifact', import.meta.url));
const never = new AbortController().signal;

/** Why there is nothing to compare with, where that is so. */
export const MISSING = existsSync(FOLDER) ? undefined : `${FOLDER} is not there`;

export interface Comparison {
  readonly path: string;
  /** Best first, as the arm has them. */
  readonly found: readonly Candidate[];
  /** Every chunk with a term of the query, by the formula, best first. */
  readonly wanted: readonly Scored[];
}

export interface ComparisonOptions {
  readonly documents: number;
  readonly queries: number;
  readonly limit: number;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

/** Puts the first documents of SciFact into the backend, and compares the first queries' lexical ranking with BM25 over the same terms. */
export async function compareWithFormula(
  { backend, driver }: TestBackend,
  { documents, queries, limit, onProgress }: ComparisonOptions,
): Promise<readonly Comparison[]> {
  const set = readBeirSet(FOLDER);
  const all = await Array.fromAsync(set.documents.list(set.tenant, never));
  const bucket = corpusOf(all.slice(0, documents), set.tenant);
  const { failed } = await backfill({ bucket, backend, signal: never, log: quiet, ...(onProgress ? { onProgress } : {}) });
  if (failed.length > 0) throw new Error(`${failed.length} documents of SciFact could not be put`);
  await backend.maintain(never);

  const rows = await driver.transaction([], (session) =>
    session.query<{ id: string; terms: string }>(
      "SELECT document_id || ':' || ordinal AS id, search_text AS terms FROM kb_chunk WHERE tenant = $1",
      [set.tenant],
    ),
  );
  const scored = createBm25(rows.map(({ id, terms }) => ({ id, terms: termsIn(terms) })));
  const lexical = backend.arms.find(({ name }) => name === 'lexical');
  const comparisons: Comparison[] = [];
  for (const { text } of set.queries.slice(0, queries)) {
    const [row] = await driver.transaction([], (session) =>
      session.query<{ terms: string }>('SELECT kb_query_lexemes($1, $2) AS terms', [set.tenant, queryTerms(text)]),
    );
    const found = await lexical?.search(queryOf(makeCaller(set.tenant, [], 'me'), text, { limit, explain: true }));
    comparisons.push({ path: found?.path ?? '', found: found?.candidates ?? [], wanted: scored(termsIn(row?.terms ?? '')) });
  }
  return comparisons;
}

const termsIn = (text: string): readonly string[] => text.split(' ').filter((term) => term !== '');

/** How many of the first `depth` are the formula's first too; one that scores as much as the last of them counts. */
export function shared({ found, wanted }: Comparison, depth: number): number {
  const least = (wanted[depth - 1]?.score ?? 0) - 1e-9;
  const first = new Set(wanted.filter(({ score }) => score >= least).map(({ id }) => id));
  return found.slice(0, depth).filter(({ id }) => first.has(id)).length;
}

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
