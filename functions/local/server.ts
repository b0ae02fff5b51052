import { mkdirSync } from 'node:fs';
import { openAnswerer } from '../../shared/answering/open.ts';
import { createAuthenticator } from '../../shared/caller.ts';
import type { Config } from '../../shared/config.ts';
import type { Bucket } from '../../shared/documents/source/bucket.ts';
import { openBucket } from '../../shared/documents/source/open.ts';
import type { Log } from '../../shared/log.ts';
import type { Embedder } from '../../shared/models/embed/embedder.ts';
import { openRanker } from '../../shared/models/rank/open.ts';
import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { openBackend } from '../../shared/retrieval/open.ts';
import { profileOf } from '../../shared/retrieval/profiles.ts';
import { openJudging } from '../answer/open-judging.ts';
import { registerAnswer } from '../answer/register.ts';
import { framed } from '../http/framed.ts';
import { createLimit } from '../http/limit.ts';
import { createFrontServer } from '../http/server.ts';
import { registerIngest } from '../ingest/register.ts';
import { registerReconcile } from '../reconcile/register.ts';
import { registerRerank } from '../rerank/register.ts';
import { registerSearch } from '../search/register.ts';
import { registerDescription } from './describe.ts';
import { makeSecret, makeToken } from './token.ts';

export interface LocalServer {
  readonly url: string;
  readonly bucket: Bucket;
  readonly backend: RetrievalBackend;
  /** A token that this server accepts. */
  token(tenant: string): Promise<string>;
  /** Lets requests under way end, then closes the backend. */
  close(): Promise<void>;
}

/**
 * Every function of the project on one port of this machine, each in the functions framework as when it is deployed.
 * `embedder` takes the place of the configured one.
 */
export async function startServer(config: Config, log: Log, embedder?: Embedder): Promise<LocalServer> {
  if (config.bucket.kind === 'folder') mkdirSync(config.bucket.path, { recursive: true });
  const bucket = await openBucket(config.bucket);
  const backend = await openBackend(config, log, embedder);
  const ranker = await openRanker(config.ranker);
  const answerer = await openAnswerer(config);
  const secret = config.trust.localSecret ?? makeSecret();
  const edge = {
    timeoutMs: config.searchTimeoutMs,
    authenticate: createAuthenticator({ ...config.trust, localSecret: secret }),
    limit: createLimit(config.rateLimitPerMinute),
    log,
    project: config.project,
  };

  registerIngest({ bucket: async () => bucket, backend: async () => backend, log, timeoutMs: config.ingestTimeoutMs });
  registerReconcile({
    bucket: async () => bucket,
    backend: async () => backend,
    limits: config.reconcile,
    timeoutMs: config.reconcileTimeoutMs,
    log,
    project: config.project,
  });
  registerSearch({ backend: async () => backend, profile: profileOf(config), ranker: async () => ranker, ...edge });
  registerAnswer({
    ...config.answering,
    backend: async () => backend,
    profile: profileOf(config),
    ranker: async () => ranker,
    answerer: async () => answerer,
    judging: openJudging(config, log),
    searchTimeoutMs: config.searchTimeoutMs,
    ...edge,
    timeoutMs: config.answering.timeoutMs,
  });
  registerRerank({ ranker: async () => ranker, ...edge });
  registerDescription(edge);
  const server = createFrontServer(
    {
      ingest: framed('ingest'),
      reconcile: framed('reconcile'),
      rerank: framed('rerank'),
      answer: framed('answer'),
      mcp: framed('answer'),
      'openapi.json': framed('openapi'),
      '*': framed('search'),
    },
    config.requestMaxBytes,
  );
  const port = await server.listen(config.port, '127.0.0.1').catch(async (error: unknown) => {
    await Promise.all([backend.close(), ranker?.close(), answerer?.close()]);
    throw error;
  });
  return {
    url: `http://127.0.0.1:${port}`,
    bucket,
    backend,
    token: (tenant) => makeToken(secret, tenant),
    async close() {
      await server.drain();
      await Promise.all([backend.close(), ranker?.close(), answerer?.close()]);
    },
  };
}

/** Resolves when the signal aborts. */
export const untilStopped = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
