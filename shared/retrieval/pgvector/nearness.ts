import type { Embedder } from '../../models/embed/embedder.ts';
import type { Candidate, Nearness, Query } from '../backend.ts';
import { accessOf } from './access.ts';
import type { Store } from './store/store.ts';
import { requireVectors, type VectorStateOf } from './vector-state.ts';

/** pgvector's binary form: two 16-bit numbers, the first of which is the number of dimensions, then float4, big-endian. */
const HEADER_BYTES = 4;

/** Compares candidates by their vectors, which are read by primary key: no vector is searched for. */
export async function nearnessOf(
  query: Query,
  candidates: readonly Candidate[],
  { store, embedder, states }: { readonly store: Store; readonly embedder: Embedder; readonly states: VectorStateOf },
): Promise<Nearness> {
  const { caller, text, signal } = query;
  const [state, wanted] = await Promise.all([states(caller.tenant), embedder.embedQuery(text, signal)]);
  requireVectors(state, embedder.model);
  const rows = await store.reading(accessOf(caller), signal, (session) =>
    session.query<{ version: string; vector: Uint8Array }>(
      `SELECT encode(content_hash, 'hex') AS version, vector_send(embedding::vector) AS vector FROM kb_embedding
       WHERE tenant = $1 AND embed_model = $2 AND content_hash = ANY ($3::text[]::bytea[])`,
      [caller.tenant, embedder.model, candidates.map(({ version }) => `\\x${version}`)],
    ),
  );
  const byVersion = new Map(rows.map(({ version, vector }) => [version, decode(vector)]));
  const vectors = candidates.map(({ version }) => byVersion.get(version));
  return {
    relevance: vectors.map((vector) => cosine(wanted, vector)),
    similarity: (a, b) => cosine(vectors[a], vectors[b]),
  };
}

function decode(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: view.getUint16(0) }, (_, i) => view.getFloat32(HEADER_BYTES + 4 * i));
}

/** Of vectors of length 1; 0 where one is not there, for its chunk has been replaced since. */
function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b) return 0;
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
