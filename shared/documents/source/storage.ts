import { type Bucket, type GetFilesResponse, Storage } from '@google-cloud/storage';
import { z } from 'zod';
import { isPassing, NotFound, Refused, Unavailable } from '../../errors.ts';
import { retry } from '../../retry.ts';

/** Seconds between attempts on 408, 429, 5xx and lost connections. */
const WAITS = [0.5, 2, 8];
const JITTER = 0.25;

/**
 * The client, without its own retries: when it discards a failed response of a download to ask again, its transport
 * pipes that response into the discarded stream, which rejects where nobody can catch it and ends the process
 * (googleapis/google-cloud-node#8670, seen here with storage 8.4.0).
 */
export const createStorage = (apiEndpoint?: string): Storage =>
  new Storage({ retryOptions: { autoRetry: false }, ...(apiEndpoint ? { apiEndpoint, projectId: 'local' } : {}) });

/**
 * What makes a request of the client and tries again what a while may mend. What is about the object, the permission or the
 * moment is thrown as one of our errors; `PreconditionFailed` where the object is not as the request wants it.
 */
export function createAsk(waits: readonly number[] = WAITS, role = 'roles/storage.objectViewer') {
  return <T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> =>
    retry(() => translated(ask(), role), {
      waits,
      jitter: JITTER,
      signal,
      worthRetrying: isPassing,
    });
}

export type Ask = ReturnType<typeof createAsk>;

/** Objects in one page of a listing. */
const PAGE = 1_000;

/** A listing of a bucket, a page at a time, each with what the service said beside it: the prefixes. */
export const createPages = (bucket: Pick<Bucket, 'getFiles'>, asked: Ask) =>
  async function* (query: object, signal: AbortSignal) {
    for (let next: object | null = { ...query, maxResults: PAGE, autoPaginate: false }; next; ) {
      const page: object = next;
      const [files, following, response]: GetFilesResponse = await asked(() => bucket.getFiles(page), signal);
      yield { files, response };
      next = following;
    }
  };

const prefixes = z.object({ prefixes: z.array(z.string()).optional() });

/** The first segments of the names in a bucket. */
export async function* foldersOf(pages: ReturnType<typeof createPages>, signal: AbortSignal): AsyncIterable<string> {
  for await (const { response } of pages({ delimiter: '/' }, signal)) {
    for (const prefix of prefixes.parse(response).prefixes ?? []) yield prefix.replace(/\/$/, '');
  }
}

/** Somebody else has written the object since it was read. */
export class PreconditionFailed extends Error {
  override readonly name = 'PreconditionFailed';
}

async function translated<T>(work: Promise<T>, role: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = codeOf(error);
    if (code === 404) throw new NotFound('The bucket does not hold this object in this generation.', { cause: error });
    if (code === 412) throw new PreconditionFailed('The object has changed.', { cause: error });
    if (code === 401 || code === 403) throw new Refused(`The bucket refuses this service: it needs ${role}.`, { cause: error });
    const passing = code === 408 || code === 429 || (typeof code === 'number' && code >= 500) || typeof code === 'string';
    throw passing ? new Unavailable('Cloud Storage can not be reached or failed.', { cause: error }) : error;
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
