import { parseConfig } from '../../shared/config.ts';
import { openReader } from '../../shared/documents/read.ts';
import { createGcsBucket } from '../../shared/documents/source/gcs.ts';
import { createStorage } from '../../shared/documents/source/storage.ts';
import { createLog } from '../../shared/log.ts';
import { createVertexRagBackend } from '../../shared/retrieval/vertex-rag/backend.ts';
import { backendContract } from '../contract/backend.ts';
import { inBucket, type Objects } from '../support/managed.ts';
import { liveSettings } from './settings.ts';

// Without FakeStorage's word for it, the objects have generations of the bucket's own, all newer than those of the contract's documents.
backendContract('a real RAG Engine', async () => {
  const config = parseConfig(liveSettings(process.env));
  if (!config.rag || config.bucket.kind !== 'gcs') throw new Error('the configuration has no managed backend');
  const bucket = createStorage().bucket(config.bucket.name);
  const nameOf = (path: string) => path.slice(path.indexOf('/') + 1);
  const objects: Objects = {
    put: (path, body, metadata) =>
      bucket.file(nameOf(path)).save(Buffer.from(body), { resumable: false, metadata: { metadata: { ...metadata } } }),
    remove: (path) => bucket.file(nameOf(path)).delete({ ignoreNotFound: true }),
  };
  const backend = await createVertexRagBackend({
    config: config.rag,
    documents: createGcsBucket(config.bucket.name),
    reader: await openReader(config.reader),
    chunk: config.chunk,
    fields: config.fields,
    maxBytes: config.reader.maxBytes,
    tombstoneDays: config.tombstoneDays,
    log: createLog('WARNING'),
  });
  const clear = async () => {
    for (const tenant of await backend.tenants()) await backend.drop(tenant);
    await bucket.deleteFiles({ force: true });
  };
  await clear();
  const close = async () => {
    await clear();
    await backend.close();
  };
  return { backend: { ...inBucket(backend, objects), close } };
});
