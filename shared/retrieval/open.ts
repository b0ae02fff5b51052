import { type Config, ConfigError } from '../config.ts';
import type { Log } from '../log.ts';
import { cacheQueries } from '../models/embed/cached.ts';
import type { Embedder } from '../models/embed/embedder.ts';
import { openEmbedder } from '../models/embed/open.ts';
import type { RetrievalBackend } from './backend.ts';
import type { Reembedding } from './reembed.ts';

/** The backend that the configuration names, ready to use; the others' packages are not loaded. */
export async function openBackend(config: Config, log: Log, embedder?: Embedder): Promise<RetrievalBackend> {
  if (config.backend === 'vertex-rag') {
    const { openVertexRag } = await import('./vertex-rag/open.ts');
    return openVertexRag(config, log);
  }
  const { openPgvector } = await import('./pgvector/open.ts');
  return openPgvector(config, cacheQueries(embedder ?? (await openEmbedder(config.embedder)), config.queryCache), log);
}

/** What changes the embedding model of the configured backend. */
export async function openReembedding(config: Config, log: Log): Promise<Reembedding> {
  if (config.backend === 'vertex-rag') {
    throw new ConfigError('RETRIEVAL_BACKEND: a corpus of RAG Engine keeps its model; for another, drop the tenant and run backfill');
  }
  const { openPgvectorReembedding } = await import('./pgvector/open.ts');
  return openPgvectorReembedding(config, await openEmbedder(config.embedder), log);
}

/** Brings the database's schema up to date and lets the configured roles in; returns what was applied. */
export async function migrateDatabase(config: Config, log: Log): Promise<readonly string[]> {
  if (config.backend === 'vertex-rag') return [];
  const { migratePgvector } = await import('./pgvector/open.ts');
  return migratePgvector(config, log);
}
