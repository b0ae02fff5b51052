import type { Caller } from '../../caller.ts';
import type { ChunkConfig } from '../../config.ts';
import type { FieldRules } from '../../documents/metadata.ts';
import type { DocumentReader } from '../../documents/read.ts';
import type { Embedder } from '../../models/embed/embedder.ts';
import type { RetrievalBackend, StoredDocument } from '../backend.ts';
import { EVERYTHING } from '../filter.ts';
import { accessOf } from './access.ts';
import type { Identity } from './chunks.ts';
import { NOTHING, trimContent } from './content.ts';
import { denseArm } from './dense.ts';
import { buryDocument, pageOf } from './documents.ts';
import { identifierArm } from './identifier.ts';
import { lexicalArm, lexicalIndexOf } from './lexical/arm.ts';
import { type MaintenanceOptions, maintain, tenantsOf } from './maintain.ts';
import { nearnessOf } from './nearness.ts';
import { idsOf, readPassages } from './passages.ts';
import { MEASURED, type Paths } from './paths.ts';
import { makeOf, put } from './put.ts';
import { ready } from './ready.ts';
import { createStatisticsKeeper, leaveStatistics } from './statistics.ts';
import type { Session, Store } from './store/store.ts';
import { createSurvey } from './survey.ts';
import { createTenants } from './tenants.ts';
import { createVectorStates } from './vector-state.ts';
import { versionOf } from './version.ts';

export interface PgvectorOptions extends MaintenanceOptions {
  readonly reader: DocumentReader;
  readonly chunk: ChunkConfig;
  readonly fields: FieldRules;
  readonly identity: Identity;
  readonly paths?: Paths;
}

/** Retrieval in our own Postgres, whose schema is up to date. It closes `store`, `embedder` and the reader of documents. */
export async function createPgvectorBackend(store: Store, embedder: Embedder, options: PgvectorOptions): Promise<RetrievalBackend> {
  const always = new AbortController().signal;
  const lexical = await store.asLogin(always, lexicalIndexOf);
  const dependencies = { ...options, store, embedder, lexical };
  const keepStatistics = store.autovacuum ? leaveStatistics : createStatisticsKeeper(store);
  const tenants = createTenants(store);
  const searching = {
    store,
    embedder,
    states: createVectorStates(store, embedder.model),
    survey: createSurvey(store),
    paths: options.paths ?? MEASURED,
  };

  return {
    arms: [lexicalArm(lexical, searching), denseArm(searching), identifierArm(store)],
    make: makeOf(dependencies),
    async put(document, signal, again = false) {
      const report = await tenants.withRoom(document.tenant, signal, () => put(document, signal, dependencies, again));
      if (report.chunks > 0) await keepStatistics(document.tenant, report.chunks, signal);
      return report;
    },
    remove: (tenant, documentId, generation) =>
      tenants.withRoom(tenant, always, () =>
        store.writing(tenant, always, async (session) => {
          if (!(await buryDocument(session, tenant, documentId, generation))) return;
          await trimContent(session, tenant, documentId, NOTHING, lexical);
        }),
      ),
    tenants: () => tenantsOf(store, always),
    list: (tenant) => documentsOf(store, tenant, embedder.model, always),
    read: (scope, candidates, signal) =>
      store.reading(accessOf(scope.caller), signal, async (session) => {
        const ids = candidates.map(({ id }) => id);
        const found = await readPassages(session, scope, ids);
        return found.map((passage, i) => (passage?.version === candidates[i]?.version ? passage : undefined));
      }),
    passages: (caller, ids, signal) => openPassages(store, caller, signal, async () => ids),
    passagesOf: (caller, documentId, signal) => openPassages(store, caller, signal, (session) => idsOf(session, caller.tenant, documentId)),
    compare: (query, candidates) => nearnessOf(query, candidates, searching),
    version: (tenant, signal) => versionOf(store, tenant, signal),
    ready: (signal) => ready(store, signal),
    drop: (tenant) => tenants.drop(tenant, always),
    maintain: (signal, tenant) => maintain(store, embedder, { ...options, lexical }, signal, tenant),
    async close() {
      await options.reader.close();
      await embedder.close();
      await store.close();
    },
  };
}

const openPassages = (store: Store, caller: Caller, signal: AbortSignal, ids: (session: Session) => Promise<readonly string[]>) =>
  store.reading(accessOf(caller), signal, async (session) =>
    (await readPassages(session, { caller, filter: EVERYTHING }, await ids(session))).filter((passage) => passage !== undefined),
  );

async function* documentsOf(store: Store, tenant: string, model: string, signal: AbortSignal): AsyncIterable<StoredDocument> {
  for (let after = ''; ; ) {
    const page = await store.writing(tenant, signal, (session) => pageOf(session, tenant, after, model));
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.documentId;
  }
}
