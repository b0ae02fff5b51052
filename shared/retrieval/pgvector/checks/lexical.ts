import { type Outcome, ok } from '../../../preflight/check.ts';
import type { Store } from '../store/store.ts';

/** Which lexical index searches go through. Both work; people ought to know which. */
export async function checkLexical(store: Store, signal: AbortSignal): Promise<Outcome> {
  const [row] = await store.asLogin(signal, (session) =>
    session.query<{ built: boolean; installed: string | null; available: string | null }>(
      `SELECT to_regclass('public.kb_chunk_bm25') IS NOT NULL AS built,
         (SELECT extversion FROM pg_extension WHERE extname = 'pg_textsearch') AS installed,
         (SELECT default_version FROM pg_available_extensions WHERE name = 'pg_textsearch') AS available`,
    ),
  );
  if (row?.built) return ok(`BM25 by pg_textsearch ${row.installed}`);
  if (row?.available) return ok('tsvector, although this server has pg_textsearch', 'npm run migrate builds the index of pg_textsearch.');
  return ok('BM25 over tsvector, for this server has no pg_textsearch: the same ranking, slower on large tenants');
}
