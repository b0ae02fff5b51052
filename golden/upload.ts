import pMap from 'p-map';
import type { SourceDocument } from '../shared/documents/document.ts';
import type { Bucket } from '../shared/documents/source/bucket.ts';
import { createAsk, createStorage } from '../shared/documents/source/storage.ts';
import type { Corpus } from './questions/corpus.ts';

const CONCURRENCY = 16;
const MOST_BYTES = 100_000_000;
/** In an object's metadata: the version of the document that it is. */
const VERSION = 'golden_version';

/**
 * Makes a tenant of a bucket hold the documents of `corpora`, and no other: a managed engine searches what is in a bucket, and
 * every passage is held against the object that it comes from. What is there already is not written again.
 */
export async function uploadCorpora(tenant: string, corpora: readonly Corpus[], bucket: Bucket, signal: AbortSignal): Promise<void> {
  const files = createStorage().bucket(bucket.name);
  const ask = createAsk();
  const there = new Map<string, SourceDocument>();
  for await (const object of bucket.list(tenant, signal)) there.set(object.documentId, object);
  const wanted = new Map<string, SourceDocument>();
  for (const corpus of corpora) for await (const document of corpus.list(tenant, signal)) wanted.set(document.documentId, document);

  const upload = async (document: SourceDocument) => {
    const version = `${document.generation}.${document.metageneration}`;
    if (there.get(document.documentId)?.metadata[VERSION] === version) return;
    const bytes = Buffer.from(await document.read(signal, MOST_BYTES));
    const metadata = {
      ...Object.fromEntries(Object.entries(document.metadata).map(([field, value]) => [field, String(value)])),
      acl: document.acl.join(','),
      [VERSION]: version,
    };
    const options = {
      resumable: false,
      ...(document.mediaType ? { contentType: document.mediaType } : {}),
      metadata: { metadata },
    };
    await ask(() => files.file(`${tenant}/${document.documentId}`).save(bytes, options), signal);
  };
  await pMap(wanted.values(), upload, { concurrency: CONCURRENCY, signal });
  const gone = [...there.keys()].filter((documentId) => !wanted.has(documentId));
  await pMap(gone, (documentId) => ask(() => files.file(`${tenant}/${documentId}`).delete(), signal), { concurrency: CONCURRENCY, signal });
}
