import { z } from 'zod';
import { ConfigError } from './error.ts';
import type { modelSettings } from './models.ts';
import { decimal, names, type Settings, whole } from './values.ts';

export const ragSettings = {
  RAG_LOCATION: z
    .string()
    .regex(/^[a-z]+-[a-z]+\d+$/, 'must be a region such as us-central1')
    .default('us-central1'),
  RAG_MODE: z.enum(['spanner', 'serverless']).default('spanner'),
  RAG_VECTOR_DB: z.enum(['rag-managed-db', 'vertex-vector-search']).optional(),
  RAG_EMBED_MODEL: z.string().min(1).default('text-embedding-005'),
  RAG_INDEX_BUCKET: z
    .string()
    .regex(/^gs:\/\/[^/]+\/?$/, 'must be gs://BUCKET, without a path')
    .optional(),
  RAG_IMPORT: z.enum(['parsed', 'original']).default('parsed'),
  RAG_CHUNK_TOKENS: whole(512, 50, 8_192),
  RAG_CHUNK_OVERLAP_TOKENS: whole(64, 0, 4_096),
  /** The quota of a project in a region, shared by all its instances: reference/google-cloud.md, 1.7. */
  RAG_REQUESTS_PER_MINUTE: whole(60, 1, 100_000),
  RAG_IMPORTS: whole(3, 1, 1_000),
  RAG_MAX_TOP_K: whole(100, 1, 10_000),
  RAG_HYBRID_ALPHA: decimal(0, 1).optional(),
  RAG_RANKER: z.string().min(1).optional(),
  RAG_DISTANCE_THRESHOLD: decimal(0, 2).optional(),
  /** Metadata that the service filters by first, `acl` included: RAG metadata costs a request a document. */
  RAG_METADATA_FIELDS: z.string().default(''),
  /** How long what the bucket says of a document may be remembered. A deletion elsewhere is seen that late. */
  RAG_CHECK_TTL_MS: whole(5_000, 0, 600_000),
  RAG_TIMEOUT_MS: whole(20_000, 100, 600_000),
  /** From the end of an import to its text being found. */
  RAG_VISIBLE_TIMEOUT_MS: whole(120_000, 100, 540_000),
  RAG_API_ENDPOINT: z
    .string()
    .regex(/^[\w.-]+:\d+$/, 'must be HOST:PORT')
    .optional(),
};

/** How the managed backend is asked. */
export interface RagConfig {
  readonly project: string;
  readonly location: string;
  readonly mode: 'spanner' | 'serverless';
  readonly vectorDb: 'rag-managed-db' | 'vertex-vector-search';
  readonly embedModel: string;
  /** The bucket of what is handed to the service and what is known of it. */
  readonly indexBucket: string;
  /** What the service imports: our parsed text, or the object as it is, with the service's parser. */
  readonly importing: 'parsed' | 'original';
  readonly chunkTokens: number;
  readonly chunkOverlapTokens: number;
  readonly requestsPerMinute: number;
  readonly imports: number;
  /** The most contexts of one request. */
  readonly maxTopK: number;
  /** 0 is sparse only, 1 dense only; undefined leaves it to the service. */
  readonly hybridAlpha: number | undefined;
  readonly ranker: string | undefined;
  readonly distanceThreshold: number | undefined;
  readonly metadataFields: readonly string[];
  readonly checkTtlMs: number;
  /** For one request. */
  readonly timeoutMs: number;
  readonly visibleTimeoutMs: number;
  /** A fake, spoken to in plain text and without credentials. */
  readonly endpoint: { readonly host: string; readonly port: number } | undefined;
}

const SERVERLESS_REGION = 'us-central1';

/** Undefined where another backend is chosen. */
export function rag(e: Settings<typeof ragSettings & typeof modelSettings>, backend: 'pgvector' | 'vertex-rag'): RagConfig | undefined {
  if (backend !== 'vertex-rag') return undefined;
  const need = (name: 'GOOGLE_CLOUD_PROJECT' | 'RAG_INDEX_BUCKET'): string => {
    const value = e[name];
    if (!value) throw new ConfigError(`${name}: is needed with RETRIEVAL_BACKEND=vertex-rag`);
    return value;
  };
  const serverless = e.RAG_MODE === 'serverless';
  if (serverless && e.RAG_LOCATION !== SERVERLESS_REGION) {
    throw new ConfigError(`RAG_LOCATION: the serverless mode is in ${SERVERLESS_REGION} only, not in ${e.RAG_LOCATION}`);
  }
  if (serverless && e.RAG_VECTOR_DB === 'rag-managed-db') {
    throw new ConfigError('RAG_VECTOR_DB: rag-managed-db is not there in the serverless mode; use vertex-vector-search');
  }
  if (e.RAG_CHUNK_OVERLAP_TOKENS * 2 > e.RAG_CHUNK_TOKENS) {
    throw new ConfigError(`RAG_CHUNK_OVERLAP_TOKENS: must be at most half of ${e.RAG_CHUNK_TOKENS}, the length of a chunk`);
  }
  const [host, port] = e.RAG_API_ENDPOINT?.split(':') ?? [];
  return {
    project: need('GOOGLE_CLOUD_PROJECT'),
    location: e.RAG_LOCATION,
    mode: e.RAG_MODE,
    vectorDb: e.RAG_VECTOR_DB ?? (serverless ? 'vertex-vector-search' : 'rag-managed-db'),
    embedModel: e.RAG_EMBED_MODEL,
    indexBucket: need('RAG_INDEX_BUCKET')
      .replace(/^gs:\/\//, '')
      .replace(/\/$/, ''),
    importing: e.RAG_IMPORT,
    chunkTokens: e.RAG_CHUNK_TOKENS,
    chunkOverlapTokens: e.RAG_CHUNK_OVERLAP_TOKENS,
    requestsPerMinute: e.RAG_REQUESTS_PER_MINUTE,
    imports: e.RAG_IMPORTS,
    maxTopK: e.RAG_MAX_TOP_K,
    hybridAlpha: e.RAG_HYBRID_ALPHA,
    ranker: e.RAG_RANKER,
    distanceThreshold: e.RAG_DISTANCE_THRESHOLD,
    metadataFields: names(e.RAG_METADATA_FIELDS),
    checkTtlMs: e.RAG_CHECK_TTL_MS,
    timeoutMs: e.RAG_TIMEOUT_MS,
    visibleTimeoutMs: e.RAG_VISIBLE_TIMEOUT_MS,
    endpoint: host ? { host, port: Number(port) } : undefined,
  };
}
