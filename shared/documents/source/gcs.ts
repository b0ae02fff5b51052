import { type GetFilesResponse, Storage } from '@google-cloud/storage';
import { z } from 'zod';
import { NotFound, Unavailable } from '../../errors.ts';
import { retry } from '../../retry.ts';
import { isTenant } from '../../tenant.ts';
import { type Bucket, documentOf, type ObjectFacts } from './bucket.ts';

const PAGE = 1_000;

/** The part of an object resource that is used here: Cloud Storage JSON API v1. Numbers of 64 bits come as strings. */
const resource = z.object({
  name: z.string(),
  generation: z.union([z.string(), z.number()]).transform(BigInt),
  metageneration: z.union([z.string(), z.number()]).transform(BigInt),
  contentType: z.string().optional(),
  size: z.union([z.string(), z.number()]).transform(Number).optional(),
  updated: z.coerce.date().optional(),
  metadata: z.record(z.string(), z.coerce.string()).optional(),
});

const prefixes = z.object({ prefixes: z.array(z.string()).optional() });

/** Seconds between attempts on 408, 429, 5xx and lost connections. */
const WAITS = [0.5, 2, 8];
const JITTER = 0.25;

export interface GcsDependencies {
  readonly storage?: Pick<Storage, 'bucket'>;
  readonly waits?: readonly number[];
}

/**
 * The client, without its own retries: when it discards a failed response of a download to ask again, its transport
 * pipes that response into the discarded stream, which rejects where nobody can catch it and ends the process
 * (googleapis/google-cloud-node#8670, seen here with storage 8.4.0).
 */
export const createStorage = (apiEndpoint?: string): Storage =>
  new Storage({ retryOptions: { autoRetry: false }, ...(apiEndpoint ? { apiEndpoint, projectId: 'local' } : {}) });

/** A Cloud Storage bucket. */
export function createGcsBucket(name: string, { storage = createStorage(), waits = WAITS }: GcsDependencies = {}): Bucket {
  const bucket = storage.bucket(name);
  const asked = <T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> =>
    retry(() => translated(ask()), {
      waits,
      jitter: JITTER,
      signal,
      worthRetrying: (error) => error instanceof Unavailable && !isRefusal(error.cause),
    });
  /** `live` is what a listing says is there now. An event may be old. */
  const toDocument = (facts: ObjectFacts, { live }: { readonly live: boolean }) =>
    documentOf({ ...facts, metadata: facts.metadata ?? {} }, `gs://${name}/${facts.name}`, async (signal, maxBytes) => {
      // Not the live object, but the version that the event is about: another may have taken its place since.
      const file = bucket.file(facts.name, { generation: String(facts.generation) });
      if (!live) refuseDeleted((await asked(() => file.getMetadata(), signal))[0]);
      // The end of a range is inclusive. Whole downloads are checked against the object's checksum, ranges can't be.
      const range = facts.size !== undefined && facts.size <= maxBytes ? {} : { start: 0, end: maxBytes };
      const [bytes] = await asked(() => file.download(range), signal);
      return bytes;
    });
  const pages = async function* (query: object, signal: AbortSignal) {
    for (let next: object | null = { ...query, maxResults: PAGE, autoPaginate: false }; next; ) {
      const page: object = next;
      const [files, following, response]: GetFilesResponse = await asked(() => bucket.getFiles(page), signal);
      yield { files, response };
      next = following;
    }
  };

  return {
    name,
    async *tenants(signal) {
      for await (const { response } of pages({ delimiter: '/' }, signal)) {
        for (const prefix of prefixes.parse(response).prefixes ?? []) {
          const tenant = prefix.replace(/\/$/, '');
          if (isTenant(tenant)) yield tenant;
        }
      }
    },
    async *list(tenant, signal) {
      for await (const { files } of pages({ prefix: `${tenant}/` }, signal)) {
        for (const file of files) {
          const document = toDocument(resource.parse({ ...file.metadata, name: file.name }), { live: true });
          if (document) yield document;
        }
      }
    },
    document: async (facts) => toDocument(facts, { live: false }),
    async find(tenant, documentId, signal) {
      try {
        const [metadata] = await asked(() => bucket.file(`${tenant}/${documentId}`).getMetadata(), signal);
        return toDocument(resource.parse(metadata), { live: true });
      } catch (error) {
        if (error instanceof NotFound) return undefined;
        throw error;
      }
    },
  };
}

/**
 * A bucket with versions keeps what was deleted or overwritten, and gives it out when asked for that generation. An
 * event that comes late must not bring it back.
 */
function refuseDeleted(metadata: object): void {
  if ('timeDeleted' in metadata && metadata.timeDeleted)
    throw new NotFound('The bucket holds this generation of the object as a former version only.');
}

/** What the client throws as one of our errors, when it is about the object, the permission or the moment. */
async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = codeOf(error);
    if (code === 404) throw new NotFound('The bucket does not hold this object in this generation.', { cause: error });
    if (isRefusal(error)) throw new Unavailable('The bucket refuses this service: it needs roles/storage.objectViewer.', { cause: error });
    const passing = code === 408 || code === 429 || (typeof code === 'number' && code >= 500) || typeof code === 'string';
    throw passing ? new Unavailable('Cloud Storage can not be reached or failed.', { cause: error }) : error;
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

const isRefusal = (error: unknown): boolean => codeOf(error) === 401 || codeOf(error) === 403;
