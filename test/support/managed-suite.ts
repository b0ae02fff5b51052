import { afterAll, afterEach, beforeAll } from 'vitest';
import { makeCaller } from '../../shared/caller.ts';
import type { SourceDocument } from '../../shared/documents/document.ts';
import type { Bucket } from '../../shared/documents/source/bucket.ts';
import { createGcsBucket } from '../../shared/documents/source/gcs.ts';
import { createStorage } from '../../shared/documents/source/storage.ts';
import { createLog } from '../../shared/log.ts';
import type { Candidate, PutReport, Query, RetrievalBackend, StoredDocument } from '../../shared/retrieval/backend.ts';
import type { Corpus, StoredFile } from '../fakes/rag/engine.ts';
import { rowOf } from '../fakes/rag/import-result.ts';
import type { FakeRagOptions } from '../fakes/rag/options.ts';
import { DOCUMENTS, INDEX, type ManagedOptions, type ManagedServices, managedOver, startServices } from './managed.ts';
import { queryOf } from './query.ts';

export const never = new AbortController().signal;

/**
 * A managed backend over both fakes, from a file's first test to its last, whose documents are objects of the bucket. What a test
 * makes the fake of RAG Engine do is undone after it.
 */
export function managedSuite(options: Partial<FakeRagOptions> = {}, managed: ManagedOptions = {}) {
  let services: ManagedServices;
  let bucket: Bucket;
  let backend: RetrievalBackend;
  let tenants = 0;
  const others: RetrievalBackend[] = [];
  const lines: string[] = [];
  const log = createLog('DEBUG', (line) => lines.push(line));
  const open = async (more: ManagedOptions = {}): Promise<RetrievalBackend> => {
    const opened = await managedOver(services, { log, ...managed, ...more, env: { ...managed.env, ...more.env } });
    others.push(opened);
    return opened;
  };
  beforeAll(async () => {
    services = await startServices(options);
    bucket = createGcsBucket(DOCUMENTS, { storage: createStorage(services.storage.url), waits: [0.01] });
    backend = await open();
  });
  afterEach(() => {
    const { rag } = services;
    rag.failFiles(() => undefined);
    rag.hideFiles(() => false);
    rag.inject();
    rag.setMode('basic');
    rag.configure({
      visibilityMs: 0,
      dataQuota: 1_000_000,
      retrievalQuota: 1_000_000,
      quotaWindowMs: 60_000,
      resultRow: rowOf,
      ...options,
    });
    for (const method of METHODS) rag.always(method, undefined);
    for (const method of OPERATIONS) rag.operations.always(method, undefined);
  });
  afterAll(async () => {
    for (const each of others) await each.close();
    await services.close();
  });

  const upload = async (
    tenant: string,
    documentId: string,
    body: string | Uint8Array,
    metadata: Readonly<Record<string, string>> = {},
  ): Promise<SourceDocument> => {
    services.storage.put(`${DOCUMENTS}/${tenant}/${documentId}`, body, metadata);
    return live(tenant, documentId);
  };
  const live = async (tenant: string, documentId: string): Promise<SourceDocument> => {
    const document = await bucket.find(tenant, documentId, never);
    if (!document) throw new Error(`there is no ${documentId}`);
    return document;
  };
  const candidates = async (
    tenant: string,
    text: string,
    { by = backend, groups = [], ...more }: Asked = {},
  ): Promise<readonly Candidate[]> => {
    const found = await by.arms[0]?.search(queryOf(makeCaller(tenant, groups, 'me'), text, more));
    return found?.candidates ?? [];
  };
  const corpora = (tenant: string): readonly Corpus[] =>
    services.rag.corpora().filter(({ displayName }) => displayName === `groundwire ${tenant}`);

  return {
    get storage() {
      return services.storage;
    },
    get rag() {
      return services.rag;
    },
    get backend() {
      return backend;
    },
    /** Of the documents. */
    get bucket() {
      return bucket;
    },
    /** What was logged. */
    lines,
    log,
    entries: () => lines.map((line) => JSON.parse(line)),
    newTenant: () => `tenant-${++tenants}`,
    /** Another backend over the same services: another instance. */
    open,
    upload,
    live,
    /** Writes an object, and has it indexed. */
    put: async (...object: Parameters<typeof upload>): Promise<PutReport> => backend.put(await upload(...object), never),
    candidates,
    /** Ids of the documents that are found. */
    search: async (...asked: Parameters<typeof candidates>): Promise<readonly string[]> =>
      (await candidates(...asked)).flatMap(({ hit }) => hit?.documentId ?? []),
    list: (tenant: string, by = backend): Promise<readonly StoredDocument[]> => Array.fromAsync(by.list(tenant)),
    corpora,
    /** What the service has of a tenant. */
    files: (tenant: string): readonly StoredFile[] => corpora(tenant).flatMap(({ files }) => [...files.values()]),
    /** Names of objects of the index bucket. */
    async staged(tenant: string, folder = 'texts'): Promise<readonly string[]> {
      const [files] = await createStorage(services.storage.url)
        .bucket(INDEX)
        .getFiles({ prefix: `${tenant}/${folder}/` });
      return files.map(({ name }) => name);
    },
  };
}

export type ManagedSuite = ReturnType<typeof managedSuite>;

interface Asked extends Partial<Pick<Query, 'limit' | 'filter' | 'day' | 'signal'>> {
  readonly by?: RetrievalBackend;
  readonly groups?: readonly string[];
}

const OPERATIONS = ['createRagCorpus', 'deleteRagCorpus', 'importRagFiles', 'deleteRagFile', 'batchCreateRagMetadata'] as const;
const METHODS = [
  ...OPERATIONS,
  'getRagCorpus',
  'getRagFile',
  'listRagFiles',
  'getRagEngineConfig',
  'retrieveContexts',
  'getOperation',
] as const;

/** An outcome, or what it was refused with. */
export const settled = async <T>(work: Promise<T>): Promise<T | Error> =>
  work.catch((error: unknown) => {
    if (error instanceof Error) return error;
    throw error;
  });
