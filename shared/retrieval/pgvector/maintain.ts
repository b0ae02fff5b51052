import type { Embedder } from '../../models/embed/embedder.ts';
import type { Session, Store } from './store/store.ts';

/**
 * Brings each tenant's planner statistics up to date, and builds the vector index of each that has grown past
 * `minVectors`. Returns a line for each index that it built.
 */
export async function maintain(store: Store, embedder: Embedder, minVectors: number, signal: AbortSignal): Promise<readonly string[]> {
  const done: string[] = [];
  for (const tenant of await tenantsOf(store, signal)) {
    await store.writing(tenant, signal, (session) => session.query('SELECT kb_analyze_tenant($1)', [tenant]));
    const vectors = await store.writing(tenant, signal, (session) => buildVectorIndex(session, tenant, embedder, minVectors));
    if (vectors) done.push(`${tenant}: HNSW index over ${vectors} vectors of ${embedder.model}`);
  }
  return done;
}

/** Returns how many vectors the new index holds, undefined when none was built. */
async function buildVectorIndex(
  session: Session,
  tenant: string,
  { model, dimensions }: Embedder,
  minVectors: number,
): Promise<number | undefined> {
  const [row] = await session.query<{ vectors: string }>(
    'SELECT count(*)::text AS vectors FROM kb_embedding WHERE tenant = $1 AND embed_model = $2',
    [tenant, model],
  );
  const vectors = Number(row?.vectors ?? 0);
  if (vectors < minVectors) return undefined;
  const [index] = await session.query<{ built: boolean }>('SELECT kb_build_vector_index($1, $2, $3) AS built', [tenant, model, dimensions]);
  return index?.built ? vectors : undefined;
}

async function tenantsOf(store: Store, signal: AbortSignal): Promise<readonly string[]> {
  // No tenant's rows are read here, so none is named: row-level security shows this transaction nothing else.
  const rows = await store.writing('', signal, (session) =>
    session.query<{ tenant: string }>('SELECT tenant FROM kb_tenant ORDER BY tenant'),
  );
  return rows.map(({ tenant }) => tenant);
}
