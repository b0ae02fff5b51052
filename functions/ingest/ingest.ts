import type { CloudEvent } from '@google-cloud/functions-framework';
import { addressOf, type Bucket } from '../../shared/documents/source/bucket.ts';
import { NotFound } from '../../shared/errors.ts';
import { type Log, logFailure } from '../../shared/log.ts';
import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { parseEvent, type StorageEvent } from './event.ts';

export interface IngestOptions {
  readonly bucket: () => Promise<Pick<Bucket, 'name' | 'document'>>;
  readonly backend: () => Promise<RetrievalBackend>;
  readonly log: Log;
  readonly timeoutMs: number;
}

/**
 * Applies one event of Cloud Storage. Returns when it is dealt with for good, which may mean recorded as a failure or
 * ignored as outdated; throws only when delivering it again may help.
 */
export const createIngest =
  (options: IngestOptions) =>
  async (event: CloudEvent<unknown>): Promise<void> => {
    const log = options.log.with({ event: event.id });
    const parsed = parseEvent(event.type, event.data);
    if (!parsed) return log.write('ERROR', 'an event that is no Cloud Storage event was ignored', { type: String(event.type) });
    const bucket = await options.bucket();
    if (parsed.bucket !== bucket.name) return log.write('ERROR', 'an event of another bucket was ignored', { bucket: parsed.bucket });
    const { name, generation } = parsed.object;
    const about = log.with({ object: name, generation });
    try {
      await (parsed.action === 'put' ? put(parsed, bucket, about, options) : remove(parsed, about, options));
    } catch (error) {
      logFailure(about, 'an event could not be dealt with now and has to be delivered again', error);
      throw error;
    }
  };

async function put(
  { object }: StorageEvent,
  bucket: Pick<Bucket, 'document'>,
  log: Log,
  { backend, timeoutMs }: IngestOptions,
): Promise<void> {
  const document = await bucket.document(object);
  if (!document) return log.write('NOTICE', 'an object outside the layout TENANT/PATH was ignored');
  try {
    const { lagMs, ...report } = await (await backend()).put(document, AbortSignal.timeout(timeoutMs));
    log.write(report.outcome === 'failed' ? 'WARNING' : 'INFO', 'ingest', { ...report, lag_ms: lagMs });
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    // Replaced or deleted since: the event of that comes too, or has come.
    log.write('INFO', 'ingest', { outcome: 'superseded' });
  }
}

async function remove({ object }: StorageEvent, log: Log, { backend }: IngestOptions): Promise<void> {
  const address = addressOf(object.name);
  if (!address) return log.write('NOTICE', 'an object outside the layout TENANT/PATH was ignored');
  await (await backend()).remove(address.tenant, address.documentId, object.generation);
  log.write('INFO', 'ingest', { outcome: 'removed' });
}
