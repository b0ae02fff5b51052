import type { Embedder } from '../../models/embed/embedder.ts';
import { collectVectors, forgetLanguages, forgetTombstones } from './garbage.ts';
import type { LexicalIndex } from './lexical/arm.ts';
import type { Session, Store } from './store/store.ts';

export interface MaintenanceOptions {
  /** Vectors of one tenant from which it gets an HNSW index. */
  readonly hnswMinVectors: number;
  /** Days after which a deletion is forgotten: no event is that late. */
  readonly tombstoneDays: number;
}

interface Maintained extends MaintenanceOptions {
  readonly lexical: LexicalIndex;
}

/**
 * For each tenant, or for one: forgets old tombstones, deletes vectors that no chunk uses, brings the planner's statistics up to
 * date and builds the vector index where there are enough vectors. Returns a line for each thing that it did.
 */
export async function maintain(
  store: Store,
  embedder: Embedder,
  options: Maintained,
  signal: AbortSignal,
  only?: string,
): Promise<readonly string[]> {
  const done: string[] = [];
  for (const tenant of (await tenantsOf(store, signal)).filter((name) => only === undefined || name === only)) {
    const tombstones = await forgetTombstones(store, tenant, options.tombstoneDays, signal);
    if (tombstones > 0) done.push(`${tenant}: ${tombstones} tombstones older than ${options.tombstoneDays} days forgotten`);
    const unused = await collectVectors(store, tenant, signal);
    if (unused > 0) done.push(`${tenant}: ${unused} vectors that no passage uses deleted`);
    await forgetLanguages(store, tenant, signal);
    await store.writing(tenant, signal, (session) => session.query('SELECT kb_analyze_tenant($1)', [tenant]));
    await store.writing(tenant, signal, (session) => options.lexical.maintain(session, tenant));
    const vectors = await store.writing(tenant, signal, (session) => buildVectorIndex(session, tenant, embedder, options.hnswMinVectors));
    if (vectors) done.push(`${tenant}: HNSW index over ${vectors} vectors of ${embedder.model} built`);
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
  await session.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`${tenant} ${model}`]);
  const [index] = await session.query<{ built: boolean }>('SELECT kb_build_vector_index($1, $2, $3) AS built', [tenant, model, dimensions]);
  return index?.built ? vectors : undefined;
}

export async function tenantsOf(store: Store, signal: AbortSignal): Promise<readonly string[]> {
  // No tenant's rows are read here, so none is named: row-level security shows this transaction nothing else.
  const rows = await store.writing('', signal, (session) =>
    session.query<{ tenant: string }>('SELECT tenant FROM kb_tenant ORDER BY tenant'),
  );
  return rows.map(({ tenant }) => tenant);
}
