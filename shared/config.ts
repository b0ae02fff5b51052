import { z } from 'zod';
import { answering, answeringSettings } from './config/answering.ts';
import { bucket, bucketSettings } from './config/bucket.ts';
import { chunk, chunkSettings } from './config/chunks.ts';
import { database, databaseSettings } from './config/database.ts';
import { documentSettings, reader } from './config/documents.ts';
import { ConfigError } from './config/error.ts';
import { generateSettings, generator } from './config/generate.ts';
import { embedder, modelSettings } from './config/models.ts';
import { rag, ragSettings } from './config/rag.ts';
import { ranker, rankerSettings } from './config/ranker.ts';
import { trust, trustSettings } from './config/trust.ts';
import { names, whole } from './config/values.ts';
import { SEVERITIES } from './log.ts';

export type { AnsweringConfig } from './config/answering.ts';
export type { BucketConfig } from './config/bucket.ts';
export type { ChunkConfig, ChunkSizes } from './config/chunks.ts';
export type { DatabaseConfig } from './config/database.ts';
export type { ParseConfig, ReaderConfig } from './config/documents.ts';
export { ConfigError } from './config/error.ts';
export type { GeneratorConfig, Price, Prices, Role, RoleModel } from './config/generate.ts';
export type { EmbedderConfig, PdfModelConfig } from './config/models.ts';
export type { RagConfig } from './config/rag.ts';
export type { RankerConfig } from './config/ranker.ts';
export type { Issuer, TrustConfig } from './config/trust.ts';

const environment = z.object({
  NODE_ENV: z.string().default('development'),
  LOG_LEVEL: z.enum(SEVERITIES).default('INFO'),
  PORT: whole(8080, 0, 65_535),
  RETRIEVAL_BACKEND: z.enum(['pgvector', 'vertex-rag']).default('pgvector'),
  RETRIEVAL_PROFILE: z.enum(['balanced', 'templated', 'local', 'managed']).optional(),
  /** Queries whose embeddings an instance remembers. */
  QUERY_CACHE: whole(1_000, 1, 1_000_000),
  DATABASE_READERS: z.string().default(''),
  DATABASE_WRITERS: z.string().default(''),
  /** Vectors of one tenant from which an exact scan gives way to an HNSW index: reference/postgres.md, "The dense arm". */
  HNSW_MIN_VECTORS: whole(10_000, 1, 1_000_000_000),
  INDEX_TEXT: z.enum(['identity', 'body']).default('identity'),
  /** Of a tenant's documents: more deletions than this at once look like a fault of the listing. */
  RECONCILE_MAX_REMOVED_PERCENT: whole(20, 0, 100),
  RECONCILE_MAX_REMOVED: whole(50, 0, 1_000_000_000),
  /** Longer than any event may be late: Eventarc tries for a day, a Pub/Sub subscription keeps for 31 at most. */
  TOMBSTONE_DAYS: whole(32, 1, 3_650),
  REQUEST_MAX_BYTES: whole(1_000_000, 1_000, 32_000_000),
  SEARCH_TIMEOUT_MS: whole(10_000, 1, 3_600_000),
  INGEST_TIMEOUT_MS: whole(540_000, 1, 3_600_000),
  /** A scheduler waits 30 minutes at most. */
  RECONCILE_TIMEOUT_MS: whole(1_740_000, 1, 3_600_000),
  /** From SIGTERM to the end of what is under way: Cloud Run kills after 10 s. */
  DRAIN_TIMEOUT_MS: whole(8_000, 0, 3_600_000),
  RATE_LIMIT_PER_MINUTE: whole(0, 0, 1_000_000),
  /** Set by Cloud Run for each task of a job. */
  CLOUD_RUN_TASK_INDEX: whole(0, 0, 9_999),
  CLOUD_RUN_TASK_COUNT: whole(1, 1, 10_000),
  ...bucketSettings,
  ...databaseSettings,
  ...modelSettings,
  ...rankerSettings,
  ...ragSettings,
  ...generateSettings,
  ...answeringSettings,
  ...documentSettings,
  ...chunkSettings,
  ...trustSettings,
});

export type Config = ReturnType<typeof parseConfig>;

/**
 * The settings, read once from `env`. The object is frozen to the bottom; every part of the program is handed the
 * section that it needs. Throws ConfigError with one line that names the variable.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>> = process.env) {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  for (const name of Object.keys(present)) {
    if (name.startsWith('GROUNDWIRE_') && !(name in environment.shape)) {
      throw new ConfigError(`${name}: there is no such setting`);
    }
  }
  const parsed = environment.safeParse(present);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${issue?.path.join('.')}: ${issue?.message}`);
  }
  const e = parsed.data;
  const production = e.NODE_ENV === 'production';
  if (production && e.LOCAL_JWT_SECRET) {
    throw new ConfigError('LOCAL_JWT_SECRET: is for local runs and is refused when NODE_ENV=production');
  }
  for (const name of ['RANK_API_ENDPOINT', 'RAG_API_ENDPOINT'] as const) {
    if (production && e[name]) throw new ConfigError(`${name}: is for a fake, without encryption, and is refused when NODE_ENV=production`);
  }
  if (e.RETRIEVAL_BACKEND === 'vertex-rag' && bucket(e).kind !== 'gcs') {
    throw new ConfigError('GROUNDWIRE_BUCKET: must be gs://BUCKET with RETRIEVAL_BACKEND=vertex-rag, for the service reads no folder');
  }
  const source = bucket(e);
  const managed = rag(e, e.RETRIEVAL_BACKEND);
  if (managed && source.kind === 'gcs' && source.name === managed.indexBucket) {
    throw new ConfigError('RAG_INDEX_BUCKET: must be another bucket than GROUNDWIRE_BUCKET: what is written there would be a document');
  }
  return freeze({
    production,
    logLevel: e.LOG_LEVEL,
    port: e.PORT,
    project: e.GOOGLE_CLOUD_PROJECT,
    bucket: source,
    backend: e.RETRIEVAL_BACKEND,
    rag: managed,
    profile: profile(e),
    database: database(e),
    roles: { readers: names(e.DATABASE_READERS), writers: names(e.DATABASE_WRITERS) },
    queryCache: e.QUERY_CACHE,
    hnswMinVectors: e.HNSW_MIN_VECTORS,
    embedder: embedder(e),
    ranker: ranker(e),
    answering: answering(e),
    rerankFloor: e.RERANK_FLOOR,
    generator: generator(e, production),
    chunk: chunk(e),
    reader: reader(e),
    fields: e.METADATA_FIELDS,
    identity: e.INDEX_TEXT,
    reconcile: { maxRemovedShare: e.RECONCILE_MAX_REMOVED_PERCENT / 100, maxRemoved: e.RECONCILE_MAX_REMOVED },
    tombstoneDays: e.TOMBSTONE_DAYS,
    requestMaxBytes: e.REQUEST_MAX_BYTES,
    searchTimeoutMs: e.SEARCH_TIMEOUT_MS,
    ingestTimeoutMs: e.INGEST_TIMEOUT_MS,
    reconcileTimeoutMs: e.RECONCILE_TIMEOUT_MS,
    drainTimeoutMs: e.DRAIN_TIMEOUT_MS,
    task: { index: e.CLOUD_RUN_TASK_INDEX, count: e.CLOUD_RUN_TASK_COUNT },
    rateLimitPerMinute: e.RATE_LIMIT_PER_MINUTE,
    trust: trust(e),
  });
}

/** The profile that was chosen, or the one of the backend and of how strong its encoder is. The managed backend has but one arm. */
function profile({ RETRIEVAL_PROFILE: chosen, RETRIEVAL_BACKEND: backend, EMBEDDER: encoder }: z.output<typeof environment>) {
  const isManaged = backend === 'vertex-rag';
  if (chosen && (chosen === 'managed') !== isManaged) {
    throw new ConfigError(`RETRIEVAL_PROFILE: ${chosen} is not for RETRIEVAL_BACKEND=${backend}`);
  }
  return chosen ?? (isManaged ? 'managed' : encoder === 'local' ? 'local' : 'balanced');
}

function freeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null) freeze(part);
  }
  return Object.freeze(value);
}
