import type { Bucket, File, Storage } from '@google-cloud/storage';
import { z } from 'zod';
import { createAsk, createPages, createStorage, foldersOf, PreconditionFailed } from '../../documents/source/storage.ts';
import { NotFound, Refused, unlessGone } from '../../errors.ts';

/** What an object was when it was read, to be handed in when it is written: nobody else may have written it since. */
export type Token = string;
/** No object is there. */
export const ABSENT: Token = '0';

export interface Listed {
  readonly name: string;
  readonly note: string | undefined;
  readonly updated: Date;
}

/** The bucket of what is handed to the service and what is known of it, with conditional writes. */
export interface IndexBucket {
  readonly name: string;
  /** The text of an object, undefined when there is none. */
  text(name: string, signal: AbortSignal): Promise<string | undefined>;
  /** The note that is kept with an object, without its text. */
  note(name: string, signal: AbortSignal): Promise<{ readonly note: string | undefined; readonly token: Token }>;
  /** Writes an object as it was when `token` was read. Returns false when it has changed since. */
  write(name: string, text: string, note: string | undefined, token: Token, signal: AbortSignal): Promise<boolean>;
  /** Writes an object that is nobody else's. */
  put(name: string, bytes: string | Uint8Array, contentType: string, signal: AbortSignal): Promise<void>;
  /** Deletes an object, if there. Of one that was read, only as it was when `token` was: returns false when it has changed since. */
  remove(name: string, signal: AbortSignal, token?: Token): Promise<boolean>;
  list(prefix: string, signal: AbortSignal): AsyncIterable<Listed>;
  /** The first segments of its names. */
  folders(signal: AbortSignal): Promise<readonly string[]>;
}

export interface IndexBucketDependencies {
  readonly storage?: Pick<Storage, 'bucket'>;
  readonly waits?: readonly number[];
}

const NOTE = 'groundwire';
const resource = z.object({
  generation: z.union([z.string(), z.number()]).transform(String),
  updated: z.coerce.date(),
  metadata: z.record(z.string(), z.string()).optional(),
});

export function createIndexBucket(name: string, { storage = createStorage(), waits }: IndexBucketDependencies = {}): IndexBucket {
  const bucket: Bucket = storage.bucket(name);
  const asked = createAsk(waits, 'roles/storage.objectUser');
  /** An object may be missing, the bucket may not: to whoever reads, an absent one would look like an empty one. */
  const written = async (file: File, work: () => Promise<unknown>, signal: AbortSignal): Promise<void> => {
    try {
      await asked(work, signal);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      throw new Refused(`RAG_INDEX_BUCKET: there is no bucket ${file.bucket.name}, or not for this service.`, { cause: error });
    }
  };
  const save = (file: File, bytes: string | Uint8Array, contentType: string, note?: string, token?: Token) =>
    file.save(typeof bytes === 'string' ? bytes : Buffer.from(bytes), {
      resumable: false,
      validation: false,
      contentType,
      ...(note === undefined ? {} : { metadata: { metadata: { [NOTE]: note } } }),
      ...(token === undefined ? {} : { preconditionOpts: { ifGenerationMatch: token } }),
    });
  const pages = createPages(bucket, asked);
  return {
    name,
    async text(object, signal) {
      const found = await unlessGone(asked(() => bucket.file(object).download(), signal));
      return found?.[0].toString();
    },
    async note(object, signal) {
      const found = await unlessGone(asked(() => bucket.file(object).getMetadata(), signal));
      if (!found) return { note: undefined, token: ABSENT };
      const { generation, metadata } = resource.parse(found[0]);
      return { note: metadata?.[NOTE], token: generation };
    },
    async write(object, text, note, token, signal) {
      try {
        const file = bucket.file(object);
        await written(file, () => save(file, text, 'application/json', note, token), signal);
        return true;
      } catch (error) {
        if (error instanceof PreconditionFailed) return false;
        throw error;
      }
    },
    async put(object, bytes, contentType, signal) {
      const file = bucket.file(object);
      await written(file, () => save(file, bytes, contentType), signal);
    },
    async remove(object, signal, token) {
      try {
        await unlessGone(asked(() => bucket.file(object).delete(token === undefined ? {} : { ifGenerationMatch: token }), signal));
        return true;
      } catch (error) {
        if (error instanceof PreconditionFailed) return false;
        throw error;
      }
    },
    async *list(prefix, signal) {
      for await (const { files } of pages({ prefix }, signal)) {
        for (const { name: object, metadata } of files) {
          const found = resource.parse(metadata);
          yield { name: object, note: found.metadata?.[NOTE], updated: found.updated };
        }
      }
    },
    folders: (signal) => Array.fromAsync(foldersOf(pages, signal)),
  };
}
