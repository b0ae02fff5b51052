import type { Storage } from '@google-cloud/storage';
import { z } from 'zod';
import { NotFound, unlessGone } from '../../errors.ts';
import { isTenant } from '../../tenant.ts';
import { type Bucket, documentOf, type ObjectFacts } from './bucket.ts';
import { createAsk, createPages, createStorage, foldersOf } from './storage.ts';

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

export interface GcsDependencies {
  readonly storage?: Pick<Storage, 'bucket'>;
  readonly waits?: readonly number[];
}

/** A Cloud Storage bucket. */
export function createGcsBucket(name: string, { storage = createStorage(), waits }: GcsDependencies = {}): Bucket {
  const bucket = storage.bucket(name);
  const asked = createAsk(waits);
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
  const pages = createPages(bucket, asked);

  return {
    name,
    async *tenants(signal) {
      for await (const folder of foldersOf(pages, signal)) if (isTenant(folder)) yield folder;
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
      const found = await unlessGone(asked(() => bucket.file(`${tenant}/${documentId}`).getMetadata(), signal));
      return found && toDocument(resource.parse(found[0]), { live: true });
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
