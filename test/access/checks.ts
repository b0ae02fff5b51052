import { isDeepStrictEqual } from 'node:util';
import { queryIdentifiers } from '../../shared/documents/identify.ts';
import type { Candidate, Found, Query, RetrievalBackend } from '../../shared/retrieval/backend.ts';
import type { Driver } from '../../shared/retrieval/pgvector/store/store.ts';
import { queryTerms } from '../../shared/retrieval/pgvector/terms.ts';
import type { Retrieval } from '../../shared/retrieval/retrieve.ts';
import { isReadable, isWithin, passagesOf, type Written } from './oracle.ts';

/** Throws with what was found and what was wanted when they are not the same. */
export function expectSame(what: string, found: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(found, wanted)) throw new Error(`${what}: found ${JSON.stringify(found)}, wanted ${JSON.stringify(wanted)}`);
}

/** Every candidate is within the scope, once; and there are as many as could be. */
export function checkCandidates(
  arm: string,
  { candidates, path }: Found,
  query: Query,
  documents: readonly Written[],
  { matching, about }: Expected,
): void {
  const within = passagesOf(documents.filter((document) => isWithin(document, query)));
  const ids = candidates.map(({ id }) => id);
  const named = `${arm} (${path})`;
  expectSame(
    `${named}: outside the scope`,
    ids.filter((id) => !within.has(id)),
    [],
  );
  expectSame(`${named}: twice`, ids.length - new Set(ids).size, 0);
  const scores = candidates.flatMap(({ score }) => score ?? []);
  if (query.explain) expectSame(`${named}: scores`, scores.length, candidates.length);
  expectSame(
    `${named}: worse before better`,
    scores.filter((score, i) => score > (scores[i - 1] ?? score) + 1e-5),
    [],
  );
  if (arm === 'dense' && isAsking(query)) expectSame(`${named}: candidates`, ids.length, Math.min(query.limit, within.size));
  if (arm === 'identifier') {
    const named = documentsAbout(
      query,
      about,
      new Set(documents.filter((document) => isWithin(document, query)).map(({ documentId }) => documentId)),
    );
    const found = ids.map((id) => id.replace(/:\d+$/, ''));
    expectSame(`${arm}: documents`, [found.length, found.filter((id) => !named.has(id))], [Math.min(query.limit, named.size), []]);
  }
  if (arm !== 'lexical') return;
  expectSame(
    `${named}: without a word of the query`,
    ids.filter((id) => !matching.has(id)),
    [],
  );
  expectSame(`${named}: candidates`, ids.length, Math.min(query.limit, [...within.keys()].filter((id) => matching.has(id)).length));
}

/** What an index knows of a tenant, to hold the arms against. */
export interface Expected {
  /** Passages that have a term of the query. */
  readonly matching: ReadonlySet<string>;
  /** By identifier: the documents that are about it. */
  readonly about: ReadonlyMap<string, readonly string[]>;
}

/** An identifier that more documents of the scope are about tells none of them apart. */
const MOST_DOCUMENTS = 5;

const documentsAbout = ({ text }: Query, about: Expected['about'], within: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    queryIdentifiers(text).flatMap((identifier) => {
      const documents = (about.get(identifier) ?? []).filter((id) => within.has(id));
      return documents.length <= MOST_DOCUMENTS ? documents : [];
    }),
  );

/** Every hit is within the scope, no text is there twice, and there are as many as could be. */
export function checkHits(what: string, { hits, degraded }: Retrieval, query: Query, documents: readonly Written[]): void {
  const within = passagesOf(documents.filter((document) => isWithin(document, query)));
  expectSame(`${what}: degraded`, degraded, []);
  expectSame(
    `${what}: outside the scope`,
    hits.filter(({ id, text }) => within.get(id) !== text).map(({ id }) => id),
    [],
  );
  const texts = new Set(within.values());
  expectSame(`${what}: texts twice`, hits.length - new Set(hits.map(({ text }) => text)).size, 0);
  expectSame(`${what}: hits`, hits.length, isAsking(query) ? Math.min(query.limit, texts.size) : 0);
}

const isAsking = ({ text }: Query): boolean => /[\p{L}\p{N}]/u.test(text);

/** A tenant as its index has it, read past every policy. */
export interface Stored {
  /** `version` is as arms give it. */
  readonly passages: readonly (Candidate & { readonly terms: ReadonlySet<string> })[];
  readonly about: Expected['about'];
}

export const storedOf = (driver: Driver, tenant: string): Promise<Stored> =>
  driver.transaction([], async (session) => {
    const rows = await session.query<{ id: string; version: string; terms: string }>(
      `SELECT document_id || ':' || ordinal AS id, encode(content_hash, 'hex') AS version, search_text AS terms FROM kb_chunk WHERE tenant = $1`,
      [tenant],
    );
    const about = await session.query<{ identifier: string; documents: string[] }>(
      'SELECT identifier, array_agg(document_id) AS documents FROM kb_identifier WHERE tenant = $1 GROUP BY identifier',
      [tenant],
    );
    return {
      passages: rows.map((row) => ({ ...row, terms: new Set(row.terms.split(' ')) })),
      about: new Map(about.map(({ identifier, documents }) => [identifier, documents])),
    };
  });

export async function expectedOf(driver: Driver, { caller, text }: Query, { passages, about }: Stored): Promise<Expected> {
  const [row] = await driver.transaction([], (session) =>
    session.query<{ terms: string }>('SELECT kb_query_lexemes($1, $2) AS terms', [caller.tenant, queryTerms(text)]),
  );
  const wanted = (row?.terms ?? '').split(' ').filter((term) => term !== '');
  return { about, matching: new Set(passages.filter(({ terms }) => wanted.some((term) => terms.has(term))).map(({ id }) => id)) };
}

/** `read` and `passages` show what is within the scope, and what the caller may read, whoever found it; `foreign` is of another tenant. */
export async function checkReading(
  backend: Pick<RetrievalBackend, 'read' | 'passages'>,
  query: Query,
  candidates: readonly Candidate[],
  foreign: readonly string[],
  documents: readonly Written[],
): Promise<void> {
  const within = passagesOf(documents.filter((document) => isWithin(document, query)));
  const readable = passagesOf(documents.filter((document) => isReadable(document, query.caller.groups)));
  const own = candidates.map(({ id }) => id);
  const outdated = [...own.slice(0, 3), ...foreign].map((id): Candidate => ({ id, version: '00' }));
  const read = await backend.read(query, [...candidates, ...outdated], query.signal);
  expectSame(
    'read',
    read.map((hit) => hit?.text),
    [...own.map((id) => within.get(id)), ...outdated.map(() => undefined)],
  );
  const ids = [...own, ...foreign];
  const opened = await backend.passages(query.caller, [...ids, 'no.md:0', 'none', ''], query.signal);
  expectSame(
    'passages',
    opened.map(({ id, text }) => [id, text]),
    ids.flatMap((id) => (readable.has(id) ? [[id, readable.get(id)]] : [])),
  );
}
