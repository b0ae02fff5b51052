import type { Bucket } from '../../documents/source/bucket.ts';
import { unlessGone } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { DropReport, RetrievalBackend, StoredDocument } from '../backend.ts';
import { createAllowList } from './allow-list.ts';
import { createCatalogue } from './catalogue.ts';
import { buried } from './changes.ts';
import { createRagClient } from './client.ts';
import { createCorpora } from './corpora.ts';
import { requireEngine } from './engine.ts';
import { isOf } from './hit.ts';
import { createImporter } from './importer.ts';
import { createIndexBucket, type IndexBucketDependencies } from './index-bucket.ts';
import { maintain } from './maintain.ts';
import { managedArm } from './managed.ts';
import { createMirror } from './mirror.ts';
import { idOf } from './names.ts';
import { openPassages, passagesOf } from './passages.ts';
import { makeOf, put } from './put.ts';
import { createQuota } from './quota.ts';
import { keyOf, storedOf } from './record.ts';
import type { StageDependencies } from './stage.ts';
import { createSweep } from './sweep.ts';
import { createVet, refusalOf } from './vet.ts';

export interface VertexRagOptions extends Omit<StageDependencies, 'bucket'> {
  /** The bucket of the documents. */
  readonly documents: Pick<Bucket, 'find' | 'list'>;
  readonly tombstoneDays: number;
  readonly log: Log;
  readonly storage?: IndexBucketDependencies;
  /** Seconds between attempts at what the service refuses for the moment. */
  readonly waits?: readonly number[];
  readonly orphanAgeMs?: number;
}

/** Documents that wait together, and so go together in the next import; each may hold its bytes. */
const AT_ONCE = 32;

/** Retrieval by RAG Engine. What is known of documents is in the index bucket and in the service: there is no database. */
export async function createVertexRagBackend(options: VertexRagOptions): Promise<RetrievalBackend> {
  const { config, documents, fields, log, tombstoneDays } = options;
  const always = new AbortController().signal;
  const quota = createQuota({ ...config, ...(options.waits ? { waits: options.waits } : {}) });
  const client = createRagClient(config, quota);
  const bucket = createIndexBucket(config.indexBucket, options.storage);
  const catalogue = createCatalogue(bucket);
  const corpora = createCorpora(config, bucket, client);
  const mirror = createMirror(config, client, bucket);
  const sweep = createSweep({ catalogue, client, bucket, log });
  const vetting = { catalogue, documents, indexBucket: config.indexBucket, fields, ttlMs: config.checkTtlMs };
  const vet = createVet(vetting);
  const allowList = createAllowList(vetting);
  const putting = { ...options, bucket, catalogue, client, corpora, mirror, sweep, importFiles: createImporter({ client, bucket, quota }) };
  const forget = (tenant: string, documentId: string) => {
    vet.forget(tenant, keyOf(documentId));
    allowList.forget(tenant);
  };

  await requireEngine(client, config, log, always);
  return {
    arms: [managedArm({ client, corpora, vet, mirror, allowList, config, log })],
    make: makeOf(putting),
    atOnce: AT_ONCE,
    async put(document, signal, again = false) {
      try {
        return await put(document, signal, putting, again);
      } finally {
        forget(document.tenant, document.documentId);
      }
    },
    async remove(tenant, documentId, generation) {
      await catalogue.update(tenant, documentId, buried(documentId, generation), always);
      forget(tenant, documentId);
      await sweep(tenant, documentId, [], always);
    },
    tenants: () => catalogue.tenants(always),
    list: (tenant) => documentsOf(tenant),
    async read(scope, candidates, signal) {
      return Promise.all(
        candidates.map(async ({ hit, version }) => {
          if (!hit) return undefined;
          const truth = await vet.truthOf(scope.caller.tenant, keyOf(hit.documentId), signal);
          return refusalOf(scope, truth, fields) === undefined && isOf(truth.known, version) ? hit : undefined;
        }),
      );
    },
    passages: (caller, ids, signal) => openPassages(caller, ids, { client, corpora, vet, config }, signal),
    passagesOf: (caller, documentId, signal) => passagesOf(caller, documentId, { client, corpora, vet, config }, signal),
    drop,
    maintain: (signal, tenant) => maintain({ ...options, catalogue, client, corpora, bucket, sweep, tombstoneDays }, signal, tenant),
    async close() {
      await options.reader.close();
      await client.close();
    },
  };

  /** In the order of their ids. A document is complete when the service lists each of its files, whole. */
  async function* documentsOf(tenant: string): AsyncIterable<StoredDocument> {
    const records = await catalogue.list(tenant, always);
    const there = records.some(({ state }) => state === 'active') ? await filesOf(tenant) : new Set<string>();
    for (const known of records) {
      yield storedOf(tenant, known, known.state === 'active' && known.parts.every(({ file }) => there.has(idOf(file))));
    }
  }

  async function filesOf(tenant: string): Promise<ReadonlySet<string>> {
    const listed = async (corpus: string) => {
      const ids = new Set<string>();
      for await (const { name, error } of client.files(corpus, always)) if (error === undefined) ids.add(idOf(name));
      return ids;
    };
    return (await unlessGone(corpora.using(tenant, listed, always))) ?? new Set();
  }

  async function drop(tenant: string): Promise<DropReport> {
    const records = await catalogue.list(tenant, always);
    const corpus = await corpora.find(tenant, always);
    if (corpus !== undefined) await client.deleteCorpus(corpus, always);
    corpora.forget(tenant);
    for await (const { name } of bucket.list(`${tenant}/`, always)) await bucket.remove(name, always);
    for (const { documentId } of records) forget(tenant, documentId);
    const kept = records.filter(({ state }) => state !== 'deleted');
    return {
      documents: kept.length,
      tombstones: records.length - kept.length,
      chunks: kept.reduce((sum, { chunks }) => sum + chunks, 0),
      embeddings: kept.reduce((sum, { chunks }) => sum + chunks, 0),
    };
  }
}
