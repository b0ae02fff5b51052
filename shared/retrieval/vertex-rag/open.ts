import type { Config } from '../../config.ts';
import { openReader } from '../../documents/read.ts';
import { openBucket } from '../../documents/source/open.ts';
import type { Log } from '../../log.ts';
import type { RetrievalBackend } from '../backend.ts';
import { createVertexRagBackend } from './backend.ts';

/** Opens RAG Engine as a retrieval backend. Throws ConfigError when the engine is not as the configuration says. */
export async function openVertexRag(config: Config, log: Log): Promise<RetrievalBackend> {
  if (!config.rag) throw new TypeError('the configuration has another backend');
  return createVertexRagBackend({
    config: config.rag,
    documents: await openBucket(config.bucket),
    reader: await openReader(config.reader),
    chunk: config.chunk,
    fields: config.fields,
    maxBytes: config.reader.maxBytes,
    tombstoneDays: config.tombstoneDays,
    log,
  });
}
