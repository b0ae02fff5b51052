import pMap from 'p-map';
import { Unavailable } from '../../shared/errors.ts';
import type { StoredDocument } from '../../shared/retrieval/backend.ts';
import type { ReconcileOptions } from './reconcile.ts';

const CONCURRENCY = 8;

export interface Missing {
  /** To be removed. */
  readonly missing: readonly StoredDocument[];
  /** Documents that the listing does not name, and that are left alone. */
  readonly withheld: number;
  readonly reason?: string;
}

/**
 * The stored documents that a listing makes out to be gone. All of them are withheld when the listing failed, was short
 * (one of them is still there when asked for by name), is empty, or takes away more than is believable.
 */
export async function missingFrom(
  listed: ReadonlySet<string>,
  stored: readonly StoredDocument[],
  listingFailure: string | undefined,
  tenant: string,
  { bucket, signal, force, limits }: Pick<ReconcileOptions, 'bucket' | 'signal' | 'force' | 'limits'>,
): Promise<Missing> {
  const present = stored.filter(({ state }) => state !== 'deleted');
  const missing = present.filter(({ documentId }) => !listed.has(documentId));
  const withhold = (reason: string): Missing => ({ missing: [], withheld: missing.length, reason });
  if (missing.length === 0) return { missing, withheld: 0, ...(listingFailure ? { reason: listingFailure } : {}) };
  if (listingFailure) return withhold(listingFailure);
  if (!force) {
    if (listed.size === 0) return withhold('The bucket lists nothing of this tenant. Drop the tenant, or force it, if that is meant.');
    if (missing.length > limits.maxRemoved && missing.length > limits.maxRemovedShare * present.length) {
      const share = Math.round((100 * missing.length) / present.length);
      return withhold(`${missing.length} of ${present.length} documents (${share} %) would go. Force it, if that is meant.`);
    }
  }
  try {
    const found = await pMap(missing, ({ documentId }) => bucket.find(tenant, documentId, signal), { concurrency: CONCURRENCY, signal });
    const there = found.filter((document) => document !== undefined).length;
    return there > 0
      ? withhold(`The listing was short: ${there} of the ${missing.length} documents missing from it are there.`)
      : { missing, withheld: 0 };
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    return withhold(`Whether they are gone can not be known: ${error.message}`);
  }
}
