import { parseConfig, type RagConfig } from '../../shared/config.ts';
import type { SourceDocument } from '../../shared/documents/document.ts';
import { openReader } from '../../shared/documents/read.ts';
import { createGcsBucket } from '../../shared/documents/source/gcs.ts';
import { createStorage } from '../../shared/documents/source/storage.ts';
import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { createVertexRagBackend, type VertexRagOptions } from '../../shared/retrieval/vertex-rag/backend.ts';
import { type FakeRag, startFakeRag } from '../fakes/rag/fake.ts';
import { objectsOf } from '../fakes/rag/objects.ts';
import type { FakeRagOptions } from '../fakes/rag/options.ts';
import { type FakeStorage, startFakeStorage } from '../fakes/storage.ts';
import { quiet } from './stores.ts';

/** The buckets of a test: of the documents, and of what is handed to the service. */
export const DOCUMENTS = 'documents';
export const INDEX = 'index';

export interface ManagedServices {
  readonly storage: FakeStorage;
  readonly rag: FakeRag;
  close(): Promise<void>;
}

/** The fakes of both services, the one reading from the other. Without quotas, unless a test is about them. */
export async function startServices(options: Partial<FakeRagOptions> = {}): Promise<ManagedServices> {
  const storage = await startFakeStorage();
  const rag = await startFakeRag({ ...objectsOf(storage), dataQuota: 1_000_000, retrievalQuota: 1_000_000, ...options });
  return {
    storage,
    rag,
    async close() {
      await rag.close();
      await storage.close();
    },
  };
}

/** The settings of a managed backend over the fakes. */
export function ragConfig(rag: Pick<FakeRag, 'address'>, env: Readonly<Record<string, string>> = {}): RagConfig {
  const { rag: config } = parseConfig({
    RETRIEVAL_BACKEND: 'vertex-rag',
    GROUNDWIRE_BUCKET: `gs://${DOCUMENTS}`,
    RAG_INDEX_BUCKET: `gs://${INDEX}`,
    GOOGLE_CLOUD_PROJECT: 'fake',
    RAG_API_ENDPOINT: rag.address,
    RAG_REQUESTS_PER_MINUTE: '100000',
    RAG_CHECK_TTL_MS: '0',
    RAG_VISIBLE_TIMEOUT_MS: '2000',
    ...env,
  });
  if (!config) throw new Error('the configuration has no managed backend');
  return config;
}

export interface ManagedOptions extends Partial<Omit<VertexRagOptions, 'config'>> {
  readonly env?: Readonly<Record<string, string>>;
}

/** A managed backend over the fakes, as it is in production but for its waits. */
export async function managedOver(
  { storage, rag }: ManagedServices,
  { env = {}, ...options }: ManagedOptions = {},
): Promise<RetrievalBackend> {
  const client = createStorage(storage.url);
  const waits = [0.01, 0.02, 0.05];
  return createVertexRagBackend({
    config: ragConfig(rag, env),
    documents: createGcsBucket(DOCUMENTS, { storage: client, waits }),
    reader: await openReader(parseConfig({}).reader),
    chunk: { maxChars: 1_200, targetChars: 650, overlapChars: 0 },
    fields: {},
    maxBytes: 10_000_000,
    tombstoneDays: 32,
    log: quiet,
    storage: { storage: client, waits },
    waits,
    ...options,
  });
}

/** Where objects are put and removed: a fake, or a bucket that gives them generations of its own. */
export interface Objects {
  put(...object: Parameters<FakeStorage['put']>): unknown;
  remove(path: string): unknown;
}

/**
 * A backend whose documents are in the bucket before it hears of them, as in life: what a test puts or removes happens to the
 * object first. Objects never go back to an older version.
 */
export function inBucket(backend: RetrievalBackend, storage: Objects): RetrievalBackend {
  const latest = new Map<string, { readonly generation: bigint; readonly metageneration: bigint }>();
  const pathOf = (tenant: string, documentId: string) => `${DOCUMENTS}/${tenant}/${documentId}`;
  const upload = async (document: SourceDocument) => {
    const path = pathOf(document.tenant, document.documentId);
    const known = latest.get(path);
    const isNewer =
      !known ||
      known.generation < document.generation ||
      (known.generation === document.generation && known.metageneration < document.metageneration);
    if (!isNewer) return;
    latest.set(path, document);
    const metadata = Object.fromEntries(Object.entries(document.metadata).map(([field, value]) => [field, String(value)]));
    await storage.put(path, 'what its document reads', { ...metadata, acl: document.acl.join(',') }, undefined, document);
  };
  return {
    ...backend,
    async put(document, signal, again) {
      await upload(document);
      return backend.put(document, signal, again);
    },
    async remove(tenant, documentId, generation) {
      const path = pathOf(tenant, documentId);
      const known = latest.get(path);
      if (!known || known.generation <= generation) {
        latest.set(path, { generation, metageneration: 1_000n });
        await storage.remove(path);
      }
      return backend.remove(tenant, documentId, generation);
    },
    async close() {
      await backend.close();
    },
  };
}

/** A managed backend with services of its own, which end with it. */
export async function managedBackend(
  options: Partial<FakeRagOptions> = {},
  managed: ManagedOptions = {},
): Promise<{ readonly backend: RetrievalBackend } & ManagedServices> {
  const services = await startServices(options);
  const backend = await managedOver(services, managed);
  const close = async () => {
    await backend.close();
    await services.close();
  };
  return { ...services, backend: { ...inBucket(backend, services.storage), close }, close };
}
