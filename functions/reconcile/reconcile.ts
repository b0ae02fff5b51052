import type { SourceDocument } from '../../shared/documents/document.ts';
import type { Bucket } from '../../shared/documents/source/bucket.ts';
import { Unavailable } from '../../shared/errors.ts';
import { isUpToDate, type RetrievalBackend, type StoredDocument } from '../../shared/retrieval/backend.ts';
import { type Failed, type IndexOptions, indexDocuments, type Outcome } from '../sync/index-documents.ts';
import { storedDocuments } from '../sync/stored.ts';
import { missingFrom } from './missing.ts';

export interface ReconcileOptions extends Omit<IndexOptions, 'onProgress'> {
  readonly bucket: Bucket;
  readonly backend: RetrievalBackend;
  /** One tenant only. */
  readonly tenant?: string | undefined;
  /** Say what would be done, and do nothing. */
  readonly dryRun: boolean;
  /** Remove what is missing from the bucket, however much that is. */
  readonly force: boolean;
  /** Of a tenant's documents. Deletions beyond both are withheld. */
  readonly limits: { readonly maxRemovedShare: number; readonly maxRemoved: number };
}

export interface TenantReport {
  readonly tenant: string;
  readonly added: number;
  readonly updated: number;
  readonly removed: number;
  /** Documents that seem to be missing from the bucket and were left alone, and why. */
  readonly withheld: number;
  readonly reason?: string;
  readonly failed: readonly Failed[];
  /** Of new versions. */
  readonly lagsMs: readonly number[];
  readonly stopped: boolean;
}

/**
 * Makes the store say what the bucket says, tenant by tenant: indexes what is new, changed or was made otherwise, and
 * removes what is gone. It does not believe a listing that failed or that makes too much disappear.
 */
export async function reconcile(options: ReconcileOptions): Promise<readonly TenantReport[]> {
  const reports: TenantReport[] = [];
  for (const tenant of options.tenant ? [options.tenant] : await tenantsOf(options)) {
    options.signal.throwIfAborted();
    reports.push(await reconcileTenant(tenant, options));
  }
  return reports;
}

/** The tenants of either side. Those of the store alone when the bucket can't be listed: the report will say so of each. */
async function tenantsOf({ bucket, backend, signal }: ReconcileOptions): Promise<readonly string[]> {
  const tenants = new Set(await backend.tenants());
  try {
    for await (const tenant of bucket.tenants(signal)) tenants.add(tenant);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
  }
  return [...tenants].sort();
}

async function reconcileTenant(tenant: string, options: ReconcileOptions): Promise<TenantReport> {
  const { bucket, backend, signal, dryRun } = options;
  const stored = await storedDocuments(backend, tenant);
  const todo: SourceDocument[] = [];
  const listed = new Set<string>();
  let listingFailure: string | undefined;
  try {
    for await (const document of bucket.list(tenant, signal)) {
      listed.add(document.documentId);
      if (!isSettled(stored.get(document.documentId), document, backend.make)) todo.push(document);
    }
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    listingFailure = `The bucket could not be listed: ${error.message}`;
  }

  const { missing, withheld, reason } = await missingFrom(listed, [...stored.values()], listingFailure, tenant, options);
  const added = todo.filter(({ documentId }) => isAbsent(stored.get(documentId))).length;
  const counts = { tenant, withheld, ...(reason ? { reason } : {}) };
  if (dryRun) return { ...counts, added, updated: todo.length - added, removed: missing.length, failed: [], lagsMs: [], stopped: false };

  let done = 0;
  let addedNow = 0;
  const { failed, stopped, lagsMs } = await indexDocuments(todo, {
    ...options,
    onOutcome({ documentId }, outcome) {
      if (!DONE.has(outcome)) return;
      done++;
      if (isAbsent(stored.get(documentId))) addedNow++;
    },
  });
  for (const { documentId, generation } of stopped ? [] : missing) await backend.remove(tenant, documentId, generation);
  return { ...counts, added: addedNow, updated: done - addedNow, removed: stopped ? 0 : missing.length, failed, lagsMs, stopped };
}

/** What changed the store. */
const DONE: ReadonlySet<Outcome> = new Set<Outcome>(['indexed', 'described', 'embedded']);

const isAbsent = (stored: StoredDocument | undefined): boolean => stored === undefined || stored.state === 'deleted';

/** Nothing to do: it is there as it should be, or it can't be indexed and would not be this time either. */
const isSettled = (stored: StoredDocument | undefined, document: SourceDocument, make: string): boolean =>
  isUpToDate(stored, document, make) ||
  (stored?.state === 'failed' &&
    stored.generation === document.generation &&
    stored.metageneration === document.metageneration &&
    stored.make === make);
