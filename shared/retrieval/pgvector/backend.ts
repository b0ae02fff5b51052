import type { ChunkConfig } from '../../config.ts';
import type { Embedder } from '../../models/embed/embedder.ts';
import type { DropReport, RetrievalBackend, StoredDocument } from '../backend.ts';
import { accessOf } from './access.ts';
import { NO_CONTENT, writeContent } from './content.ts';
import { denseArm } from './dense.ts';
import { buryDocument, pageOf } from './documents.ts';
import { identifierArm } from './identifier.ts';
import { lexicalArm, lexicalIndexOf } from './lexical.ts';
import { maintain } from './maintain.ts';
import { readPassages } from './passages.ts';
import { makeOf, put } from './put.ts';
import { createStatisticsKeeper, leaveStatistics } from './statistics.ts';
import type { Store } from './store/store.ts';

export interface PgvectorOptions {
  readonly chunk: ChunkConfig;
  readonly documentMaxBytes: number;
  /** Vectors of one tenant from which maintenance builds an HNSW index. */
  readonly hnswMinVectors: number;
}

/** Retrieval in our own Postgres, whose schema is up to date. It closes `store` and `embedder`. */
export async function createPgvectorBackend(store: Store, embedder: Embedder, options: PgvectorOptions): Promise<RetrievalBackend> {
  const always = new AbortController().signal;
  const lexical = await store.writing('', always, lexicalIndexOf);
  const dependencies = { store, embedder, lexical, chunk: options.chunk, documentMaxBytes: options.documentMaxBytes };
  const keepStatistics = store.autovacuum ? leaveStatistics : createStatisticsKeeper(store);
  const known = new Set<string>();
  const addTenant = async (tenant: string, signal: AbortSignal) => {
    if (known.has(tenant)) return;
    // In a transaction of its own: it locks what every tenant shares.
    await store.writing(tenant, signal, (session) => session.query('SELECT kb_add_tenant($1)', [tenant]));
    known.add(tenant);
  };

  return {
    arms: [lexicalArm(store, lexical), denseArm(store, embedder), identifierArm(store)],
    make: makeOf(dependencies),
    async put(document, signal) {
      await addTenant(document.tenant, signal);
      const report = await put(document, signal, dependencies);
      if (report.chunks > 0) await keepStatistics(document.tenant, report.chunks, signal);
      return report;
    },
    async remove(tenant, documentId, generation) {
      await addTenant(tenant, always);
      await store.writing(tenant, always, async (session) => {
        if (!(await buryDocument(session, tenant, documentId, generation))) return;
        await writeContent(session, tenant, documentId, NO_CONTENT, lexical);
      });
    },
    list: (tenant) => documentsOf(store, tenant, always),
    read: (caller, candidates, signal) =>
      store.reading(accessOf(caller), signal, async (session) => {
        const found = await readPassages(
          session,
          accessOf(caller),
          candidates.map(({ id }) => id),
        );
        return found.map((passage, i) => (passage?.version === candidates[i]?.version ? passage : undefined));
      }),
    passages: (caller, ids, signal) =>
      store.reading(accessOf(caller), signal, async (session) =>
        (await readPassages(session, accessOf(caller), ids)).filter((passage) => passage !== undefined),
      ),
    async drop(tenant) {
      const report = await store.writing(tenant, always, async (session) => {
        const [row] = await session.query<{ documents: string; chunks: string; embeddings: string }>(
          `SELECT (SELECT count(*) FROM kb_document WHERE tenant = $1)::text AS documents,
             (SELECT count(*) FROM kb_chunk WHERE tenant = $1)::text AS chunks,
             (SELECT count(*) FROM kb_embedding WHERE tenant = $1)::text AS embeddings`,
          [tenant],
        );
        await session.query('SELECT kb_drop_tenant($1)', [tenant]);
        return row;
      });
      known.delete(tenant);
      return {
        documents: Number(report?.documents),
        chunks: Number(report?.chunks),
        embeddings: Number(report?.embeddings),
      } satisfies DropReport;
    },
    maintain: () => maintain(store, embedder, options.hnswMinVectors, always),
    async close() {
      await embedder.close();
      await store.close();
    },
  };
}

async function* documentsOf(store: Store, tenant: string, signal: AbortSignal): AsyncIterable<StoredDocument> {
  for (let after = ''; ; ) {
    const page = await store.writing(tenant, signal, (session) => pageOf(session, tenant, after));
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.documentId;
  }
}
