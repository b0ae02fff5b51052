import { benchModel } from '../corpus/embedder.ts';
import type { Engine } from '../engine.ts';
import { type Asked, K, type Method, type Scope } from '../method.ts';

/**
 * The dense arm's answer without an index: every vector of the scope is compared. What approximate search is measured
 * against, and what it costs to do without.
 */
export const exactMethod = (engine: Engine): Method => ({
  name: 'dense, exact',
  group: 'ours',
  against: 'dense',
  dense: true,
  filters: true,
  search: (asked, scope) => exactIds(engine, asked, scope),
});

/** $1 tenant, $2 model, $3 vector, $4 slice or null, $5 limit. The order is that of a sum, which no index has. */
const sqlOf = (vectorType: string) => `SELECT c.document_id || ':' || c.ordinal AS id
  FROM kb_embedding e
  JOIN kb_chunk c ON c.tenant = $1 AND c.content_hash = e.content_hash
  JOIN kb_document d ON d.tenant = $1 AND d.document_id = c.document_id AND ($4::text IS NULL OR d.metadata ->> 'slice' = $4)
  WHERE e.tenant = $1 AND e.embed_model = $2
  ORDER BY (e.embedding <=> $3::${vectorType}) + 0, c.document_id, c.ordinal LIMIT $5`;

export async function exactIds(engine: Engine, { literal }: Asked, { tenant, slice }: Scope): Promise<readonly string[]> {
  const rows = await engine.queryWithoutJit<{ id: string }>(sqlOf(engine.store.vectorType), [
    tenant,
    benchModel,
    literal,
    slice ?? null,
    K,
  ]);
  return rows.map(({ id }) => id);
}
