import pMap from 'p-map';
import type { Embedder } from '../../models/embed/embedder.ts';
import type { ModelReport, ReembedOptions, ReembedReport } from '../reembed.ts';
import { embedDocument } from './embed-stored.ts';
import { tenantsOf } from './maintain.ts';
import type { Session, Store } from './store/store.ts';

/** Documents worked on at once: enough to keep the model's own concurrency busy with small documents. */
const CONCURRENCY = 8;
const PAGE = 1_000;

/** See `Reembedding` in ../reembed.ts. */
export async function reembed(store: Store, embedder: Embedder, { tenant, signal, onProgress }: ReembedOptions): Promise<ReembedReport> {
  const todo: { readonly tenant: string; readonly documentId: string }[] = [];
  for (const name of tenant ? [tenant] : await tenantsOf(store, signal)) {
    for (const documentId of await incomplete(store, name, embedder.model, signal)) todo.push({ tenant: name, documentId });
  }
  let done = 0;
  let embedded = 0;
  onProgress({ done, total: todo.length });
  await pMap(
    todo,
    async (document) => {
      embedded += await embedDocument(store, embedder, document.tenant, document.documentId, signal);
      onProgress({ done: ++done, total: todo.length });
    },
    { concurrency: CONCURRENCY, signal },
  );
  return { model: embedder.model, documents: todo.length, embedded };
}

async function incomplete(store: Store, tenant: string, model: string, signal: AbortSignal): Promise<readonly string[]> {
  const found: string[] = [];
  for (let after = ''; ; ) {
    const page = await store.writing(tenant, signal, (session) =>
      session.query<{ document_id: string }>(
        `SELECT document_id FROM kb_document
         WHERE tenant = $1 AND state = 'active' AND NOT $2 = ANY (embed_models) AND document_id > $3 ORDER BY document_id LIMIT ${PAGE}`,
        [tenant, model, after],
      ),
    );
    found.push(...page.map((row) => row.document_id));
    const last = page.at(-1);
    if (!last) return found;
    after = last.document_id;
  }
}

/** The models that vectors are stored of, with how much of the store each covers. */
export async function modelsOf(store: Store, signal: AbortSignal): Promise<readonly ModelReport[]> {
  const totals = new Map<string, { vectors: number; documents: number }>();
  let documents = 0;
  for (const tenant of await tenantsOf(store, signal)) {
    const { rows, active } = await store.writing(tenant, signal, async (session) => ({
      rows: await session.query<{ model: string; vectors: number; documents: number }>(
        `SELECT e.embed_model AS model, count(*)::int AS vectors,
           (SELECT count(*) FROM kb_document d WHERE d.tenant = $1 AND d.state = 'active' AND e.embed_model = ANY (d.embed_models))::int AS documents
         FROM kb_embedding e WHERE e.tenant = $1 GROUP BY e.embed_model`,
        [tenant],
      ),
      active: await activeDocuments(session, tenant),
    }));
    documents += active;
    for (const row of rows) {
      const total = totals.get(row.model) ?? { vectors: 0, documents: 0 };
      totals.set(row.model, { vectors: total.vectors + row.vectors, documents: total.documents + row.documents });
    }
  }
  return Array.from(totals, ([model, total]) => ({ model, ...total, of: documents })).sort((a, b) => a.model.localeCompare(b.model));
}

async function activeDocuments(session: Session, tenant: string): Promise<number> {
  const [row] = await session.query<{ active: number }>(
    "SELECT count(*)::int AS active FROM kb_document WHERE tenant = $1 AND state = 'active'",
    [tenant],
  );
  return row?.active ?? 0;
}

/** Deletes every vector of a model, and its indexes; returns how many vectors. */
export async function dropModel(store: Store, model: string, signal: AbortSignal): Promise<number> {
  let dropped = 0;
  for (const tenant of await tenantsOf(store, signal)) {
    dropped += await store.writing(tenant, signal, async (session) => {
      await session.query(
        'UPDATE kb_document SET embed_models = array_remove(embed_models, $2) WHERE tenant = $1 AND $2 = ANY (embed_models)',
        [tenant, model],
      );
      await session.query('SELECT kb_drop_vector_index($1, $2)', [tenant, model]);
      const [row] = await session.query<{ dropped: number }>(
        `WITH gone AS (DELETE FROM kb_embedding WHERE tenant = $1 AND embed_model = $2 RETURNING 1) SELECT count(*)::int AS dropped FROM gone`,
        [tenant, model],
      );
      return row?.dropped ?? 0;
    });
  }
  return dropped;
}
