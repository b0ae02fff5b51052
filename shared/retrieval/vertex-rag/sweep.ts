import { Unavailable } from '../../errors.ts';
import { type Log, logFailure } from '../../log.ts';
import type { Catalogue } from './catalogue.ts';
import { swept } from './changes.ts';
import type { RagClient } from './client.ts';
import type { IndexBucket } from './index-bucket.ts';
import { type DocumentRecord, keyOf } from './record.ts';

/** What an attempt that came to nothing handed over, and the file that it became, where it did. */
export interface Attempted {
  readonly uri: string;
  readonly file: string | undefined;
}

/**
 * Deletes the files of a document that nothing refers to any more, and those of `attempted`, with what was handed to the service for
 * them. What can't be deleted just now is not shown to anybody meanwhile: the record remembers its own, and maintenance finds
 * those of an attempt.
 */
export type Sweep = (tenant: string, documentId: string, attempted: readonly Attempted[], signal: AbortSignal) => Promise<void>;

export interface SweepDependencies {
  readonly catalogue: Catalogue;
  readonly client: RagClient;
  readonly bucket: IndexBucket;
  readonly log: Log;
}

export function createSweep({ catalogue, client, bucket, log }: SweepDependencies): Sweep {
  const nameOf = (uri: string) => uri.slice(`gs://${bucket.name}/`.length);
  return async (tenant, documentId, attempted, signal) => {
    try {
      const known = await catalogue.find(tenant, documentId, signal);
      const kept = new Set(known?.parts.map(({ file }) => file));
      const garbage = [...new Set([...(known?.garbage ?? []), ...attempted.flatMap(({ file }) => file ?? [])])].filter(
        (file) => !kept.has(file),
      );
      for (const file of garbage) await client.deleteFile(file, signal);
      if (garbage.length === 0 && attempted.length === 0 && known?.state !== 'deleted') return;
      await catalogue.update(tenant, documentId, swept(new Set(garbage)), signal);
      const texts = new Set(known?.parts.map(({ uri }) => nameOf(uri)));
      const own = new Set(attempted.map(({ uri }) => nameOf(uri)));
      for await (const { name } of bucket.list(`${tenant}/texts/${keyOf(documentId)}/`, signal)) {
        if (!texts.has(name) && (own.has(name) || isSettled(name, known))) await bucket.remove(name, signal);
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Unavailable)) throw error;
      logFailure(log, 'files that nothing refers to could not be deleted now; maintenance will', error, { tenant });
    }
  };
}

/**
 * Whether no attempt that is under way can still need it: what is of a newer version may be another's, just being imported, and
 * without a record whatever is there may be. What is left lying so, maintenance collects.
 */
const isSettled = (name: string, known: DocumentRecord | undefined): boolean => {
  const made = /\/texts\/[^/]+\/(\d+)-/.exec(name)?.[1];
  if (made === undefined || !known) return false;
  return BigInt(made) < known.generation || (known.state === 'deleted' && BigInt(made) === known.generation);
};
