import pgvector from 'pgvector';
import type { Embedder } from '../../models/embed/embedder.ts';
import { assertUnit } from '../../models/embed/normalise.ts';
import type { Embeddable } from './chunks.ts';
import type { Session, Store } from './store/store.ts';

/** Vectors are saved as they come, so that what was embedded before a crash is not embedded again. */
const SAVE_EACH = 64;
/** Digits beyond what a float32 holds only make statements longer. */
const DIGITS = 7;

export interface Vector {
  readonly contentHash: string;
  /** As Postgres reads it. */
  readonly literal: string;
}

/** A vector as Postgres reads it. Asserts that its length is 1. */
export function vectorLiteral(vector: Float32Array): string {
  const literal = pgvector.toSql(Array.from(assertUnit(vector), (value) => Number(value.toPrecision(DIGITS))));
  if (literal === null) throw new TypeError('pgvector gave no literal for a vector');
  return literal;
}

/**
 * Embeds what has no vector yet, and saves it but for the last few vectors, which it returns: whoever writes the
 * document saves those in the same transaction. `embedded` is how many passages went through the model.
 */
export async function embedMissing(
  store: Store,
  embedder: Embedder,
  tenant: string,
  contents: readonly Embeddable[],
  signal: AbortSignal,
): Promise<{ readonly embedded: number; readonly unsaved: readonly Vector[] }> {
  const wanted = new Map(contents.map((content) => [content.contentHash, content]));
  const known = await store.writing(tenant, signal, (session) => knownHashes(session, tenant, embedder.model, [...wanted.keys()]));
  const missing = [...wanted.values()].filter(({ contentHash }) => !known.has(contentHash));
  let unsaved: readonly Vector[] = [];
  for (let from = 0; from < missing.length; from += SAVE_EACH) {
    const vectors = unsaved;
    if (vectors.length > 0) await store.writing(tenant, signal, (session) => saveVectors(session, store, tenant, embedder.model, vectors));
    unsaved = await embed(missing.slice(from, from + SAVE_EACH), embedder, signal);
  }
  return { embedded: missing.length, unsaved };
}

async function embed(contents: readonly Embeddable[], embedder: Embedder, signal: AbortSignal): Promise<readonly Vector[]> {
  const passages = contents.map(({ passage }) => passage);
  const vectors = await embedder.embedPassages(passages, signal);
  if (vectors.length !== contents.length) throw new TypeError(`${contents.length} passages gave ${vectors.length} vectors`);
  return contents.flatMap(({ contentHash }, i) => {
    const vector = vectors[i];
    return vector ? [{ contentHash, literal: vectorLiteral(vector) }] : [];
  });
}

/** Saves vectors; those that are there already stay as they are. */
export async function saveVectors(
  session: Session,
  { vectorType }: Pick<Store, 'vectorType'>,
  tenant: string,
  model: string,
  vectors: readonly Vector[],
): Promise<void> {
  if (vectors.length === 0) return;
  await session.query(
    `INSERT INTO kb_embedding (tenant, embed_model, content_hash, embedding)
     SELECT $1, $2, decode(hash, 'hex'), vector::${vectorType} FROM unnest($3::text[], $4::text[]) AS new (hash, vector)
     ORDER BY hash ON CONFLICT DO NOTHING`,
    [tenant, model, vectors.map(({ contentHash }) => contentHash), vectors.map(({ literal }) => literal)],
  );
}

/** Which of these contents have a vector of the model. */
export async function knownHashes(
  session: Session,
  tenant: string,
  model: string,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await session.query<{ hash: string }>(
    // Not a join: before a partition has statistics, that is planned as if it held a row, and read the whole of it each
    // time. And no decode() beside the column: under row-level security only leakproof conditions use an index.
    `SELECT encode(content_hash, 'hex') AS hash FROM kb_embedding
     WHERE tenant = $1 AND embed_model = $2 AND content_hash = ANY ($3::text[]::bytea[])`,
    [tenant, model, hashes.map((hash) => `\\x${hash}`)],
  );
  return new Set(rows.map(({ hash }) => hash));
}
