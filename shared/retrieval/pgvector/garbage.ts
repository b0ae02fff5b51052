import { configOf } from './languages.ts';
import type { Session, Store } from './store/store.ts';

/** Any number will do, as long as it is always the same and no other lock's. */
const LOCK = 4_730_222;
const BATCH = 5_000;
/**
 * A long document's vectors are saved before the document is written, over several attempts if need be. Younger than
 * this, a vector that no chunk uses may be one of those.
 */
const YOUNGEST = '1 day';

/**
 * Keeps vectors and languages from being collected until this transaction ends. Whoever writes a document takes it before it makes
 * sure that its vectors are there: a vector that no chunk used a moment ago may be what the new document counts on.
 */
export const holdVectors = (session: Session, tenant: string): Promise<unknown> =>
  session.query('SELECT pg_advisory_xact_lock_shared($1, hashtext($2))', [LOCK, tenant]);

/** Deletes vectors, a day old or more, of contents that no chunk has; returns how many. */
export async function collectVectors(store: Store, tenant: string, signal: AbortSignal): Promise<number> {
  for (let deleted = 0; ; ) {
    const batch = await store.writing(tenant, signal, async (session) => {
      // A statement of its own, so that the next one sees what was committed while it waited.
      await session.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK, tenant]);
      const rows = await session.query(
        `DELETE FROM kb_embedding e USING (
           SELECT embed_model, content_hash FROM kb_embedding o
           WHERE o.tenant = $1 AND o.created_at < now() - interval '${YOUNGEST}' AND NOT EXISTS (SELECT FROM kb_chunk c WHERE c.tenant = $1 AND c.content_hash = o.content_hash) LIMIT ${BATCH}
         ) AS unused
         WHERE e.tenant = $1 AND e.embed_model = unused.embed_model AND e.content_hash = unused.content_hash RETURNING 1`,
        [tenant],
      );
      return rows.length;
    });
    deleted += batch;
    if (batch < BATCH) return deleted;
  }
}

/** Forgets the languages that no document of the tenant is in any more: each costs every question an analysis. */
export const forgetLanguages = (store: Store, tenant: string, signal: AbortSignal): Promise<unknown> =>
  store.writing(tenant, signal, async (session) => {
    await session.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK, tenant]);
    const rows = await session.query<{ language: string }>(
      "SELECT DISTINCT language FROM kb_document WHERE tenant = $1 AND state = 'active'",
      [tenant],
    );
    await session.query('DELETE FROM kb_language WHERE tenant = $1 AND config <> ALL ($2::text[])', [
      tenant,
      rows.map(({ language }) => configOf(language)),
    ]);
  });

/** Forgets deletions that are older than any event may be late; returns how many. */
export async function forgetTombstones(store: Store, tenant: string, days: number, signal: AbortSignal): Promise<number> {
  const rows = await store.writing(tenant, signal, (session) =>
    session.query(
      "DELETE FROM kb_document WHERE tenant = $1 AND state = 'deleted' AND indexed_at < now() - make_interval(days => $2) RETURNING 1",
      [tenant, days],
    ),
  );
  return rows.length;
}
