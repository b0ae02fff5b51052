import pgvector from 'pgvector';
import type { Embedder } from '../../models/embed/embedder.ts';
import { assertUnit } from '../../models/embed/normalise.ts';
import type { ChunkRow } from './chunks.ts';
import type { Session, Store } from './store/store.ts';

/** Vectors are saved as they come, so that what was embedded before a crash is not embedded again. */
const SAVE_EACH = 64;
/** Digits beyond what a float32 holds only make statements longer. */
const DIGITS = 7;

/** A vector as Postgres reads it. Asserts that its length is 1. */
export function vectorLiteral(vector: Float32Array): string {
  const literal = pgvector.toSql(Array.from(assertUnit(vector), (value) => Number(value.toPrecision(DIGITS))));
  if (literal === null) throw new TypeError('pgvector gave no literal for a vector');
  return literal;
}

/** Embeds those passages of a document that have no vector yet; returns how many went through the model. */
export async function embedMissing(
  store: Store,
  embedder: Embedder,
  tenant: string,
  rows: readonly ChunkRow[],
  signal: AbortSignal,
): Promise<number> {
  const wanted = new Map(rows.map((row) => [row.contentHash, row.passage]));
  const known = await store.writing(tenant, signal, (session) => knownHashes(session, tenant, embedder.model, [...wanted.keys()]));
  const missing = [...wanted].filter(([hash]) => !known.has(hash));
  for (let from = 0; from < missing.length; from += SAVE_EACH) {
    const batch = missing.slice(from, from + SAVE_EACH);
    const vectors = await embedder.embedPassages(
      batch.map(([, passage]) => passage),
      signal,
    );
    const literals = vectors.map(vectorLiteral);
    await store.writing(tenant, signal, (session) =>
      session.query(
        `INSERT INTO kb_embedding (tenant, embed_model, content_hash, embedding)
         SELECT $1, $2, decode(hash, 'hex'), vector::${store.vectorType} FROM unnest($3::text[], $4::text[]) AS new (hash, vector)
         ON CONFLICT DO NOTHING`,
        [tenant, embedder.model, batch.map(([hash]) => hash), literals],
      ),
    );
  }
  return missing.length;
}

async function knownHashes(session: Session, tenant: string, model: string, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await session.query<{ hash: string }>(
    // decode() beside the column would keep the index from being used: under row-level security only leakproof conditions may.
    `WITH wanted AS MATERIALIZED (SELECT hash, decode(hash, 'hex') AS content_hash FROM unnest($3::text[]) AS hash)
     SELECT wanted.hash FROM wanted
     JOIN kb_embedding e ON e.tenant = $1 AND e.embed_model = $2 AND e.content_hash = wanted.content_hash`,
    [tenant, model, hashes],
  );
  return new Set(rows.map(({ hash }) => hash));
}
