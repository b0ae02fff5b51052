import { resolve } from 'node:path';
import { z } from 'zod';
import { SEVERITIES } from './log.ts';
import { isTenant } from './tenant.ts';

/** A setting that is missing or wrong. `message` is one line that names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const whole = (fallback: number, minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, `must be from ${minimum} to ${maximum}`)
    .prefault(String(fallback));

const json = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);

/** Only algorithms with a public key: a shared secret is for local runs and has its own variable. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const;

const issuer = z.strictObject({
  issuer: z.string().min(1),
  jwksUrl: z.url({ protocol: /^https?$/ }),
  audience: z.string().min(1),
  algorithms: z.array(z.enum(ALGORITHMS)).min(1).default(['RS256']),
  tenantClaim: z.string().min(1).default('tenant_id'),
  groupsClaim: z.string().min(1).default('groups'),
});

const serviceAccount = z.strictObject({
  tenant: z.string().refine(isTenant, 'is not a tenant name'),
  groups: z.array(z.string().min(1)).default([]),
});

const environment = z.object({
  NODE_ENV: z.string().default('development'),
  LOG_LEVEL: z.enum(SEVERITIES).default('INFO'),
  PORT: whole(8080, 0, 65_535),

  GROUNDWIRE_BUCKET: z.string().min(1).default('bucket'),
  GROUNDWIRE_DATA: z.string().min(1).default('.groundwire'),
  RETRIEVAL_BACKEND: z.enum(['pgvector']).default('pgvector'),
  RETRIEVAL_PROFILE: z.enum(['balanced', 'local']).optional(),

  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  CLOUD_SQL_INSTANCE: z
    .string()
    .regex(/^[^:]+(:[^:]+){2,3}$/, 'must be project:region:instance')
    .optional(),
  CLOUD_SQL_IP_TYPE: z.enum(['PUBLIC', 'PRIVATE', 'PSC']).default('PRIVATE'),
  DATABASE_USER: z.string().min(1).optional(),
  DATABASE_NAME: z.string().min(1).default('groundwire'),
  DATABASE_POOL_MAX: whole(4, 1, 100),
  DATABASE_READERS: z.string().default(''),
  DATABASE_WRITERS: z.string().default(''),
  /** Vectors of one tenant from which an exact scan gives way to an HNSW index: reference/postgres.md, "The dense arm". */
  HNSW_MIN_VECTORS: whole(10_000, 1, 1_000_000_000),

  EMBEDDER: z.enum(['local', 'gemini']).default('local'),
  EMBED_MODEL: z.string().min(1).default('gemini-embedding-001'),
  EMBED_DIMENSIONS: whole(768, 1, 4_000),
  EMBED_MAX_TOKENS: whole(0, 0, 1_000_000),
  EMBED_CONCURRENCY: whole(24, 1, 256),
  EMBED_TIMEOUT_MS: whole(30_000, 1, 600_000),
  EMBED_QUERY_TIMEOUT_MS: whole(2_000, 1, 60_000),
  GEMINI_API_KEY: z.string().min(1).optional(),
  GOOGLE_CLOUD_PROJECT: z.string().min(1).optional(),
  GOOGLE_CLOUD_LOCATION: z.string().min(1).default('us-central1'),

  CHUNK_MAX_CHARS: whole(1_800, 200, 100_000),
  CHUNK_OVERLAP_CHARS: whole(200, 0, 50_000),
  /** About what 540 s of an event function can embed at 20 chunks a second; the managed backend has the same limit. */
  DOCUMENT_MAX_BYTES: whole(10_000_000, 1, 1_000_000_000),

  REQUEST_MAX_BYTES: whole(1_000_000, 1_000, 32_000_000),
  SEARCH_TIMEOUT_MS: whole(10_000, 1, 3_600_000),
  INGEST_TIMEOUT_MS: whole(540_000, 1, 3_600_000),
  RATE_LIMIT_PER_MINUTE: whole(0, 0, 1_000_000),

  LOCAL_JWT_SECRET: z.string().min(16, 'must be 16 characters or more').optional(),
  TRUSTED_ISSUERS: json(z.array(issuer)).prefault('[]'),
  SERVICE_ACCOUNTS: json(z.record(z.string(), serviceAccount)).prefault('{}'),
  SERVICE_AUDIENCE: z.string().min(1).optional(),
});

type Environment = z.output<typeof environment>;
export type Issuer = z.output<typeof issuer>;
export type ServiceAccount = z.output<typeof serviceAccount>;
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
  return freeze({
    production,
    logLevel: e.LOG_LEVEL,
    port: e.PORT,
    project: e.GOOGLE_CLOUD_PROJECT,
    bucket: bucket(e),
    backend: e.RETRIEVAL_BACKEND,
    profile: e.RETRIEVAL_PROFILE ?? (e.EMBEDDER === 'local' ? ('local' as const) : ('balanced' as const)),
    database: database(e),
    roles: { readers: names(e.DATABASE_READERS), writers: names(e.DATABASE_WRITERS) },
    hnswMinVectors: e.HNSW_MIN_VECTORS,
    embedder: embedder(e),
    chunk: chunk(e),
    documentMaxBytes: e.DOCUMENT_MAX_BYTES,
    requestMaxBytes: e.REQUEST_MAX_BYTES,
    searchTimeoutMs: e.SEARCH_TIMEOUT_MS,
    ingestTimeoutMs: e.INGEST_TIMEOUT_MS,
    rateLimitPerMinute: e.RATE_LIMIT_PER_MINUTE,
    trust: trust(e),
  });
}

export type BucketConfig = { readonly kind: 'folder'; readonly path: string } | { readonly kind: 'gcs'; readonly name: string };

function bucket(e: Environment): BucketConfig {
  const gcs = /^gs:\/\/([^/]+)\/?$/.exec(e.GROUNDWIRE_BUCKET)?.[1];
  if (gcs) return { kind: 'gcs', name: gcs };
  if (e.GROUNDWIRE_BUCKET.includes('://')) {
    throw new ConfigError('GROUNDWIRE_BUCKET: must be a folder or gs://BUCKET, without a path');
  }
  return { kind: 'folder', path: resolve(e.GROUNDWIRE_BUCKET) };
}

export type DatabaseConfig =
  | { readonly kind: 'embedded'; readonly path: string | undefined }
  | { readonly kind: 'url'; readonly url: string; readonly poolMax: number }
  | {
      readonly kind: 'cloud-sql';
      readonly instance: string;
      readonly ipType: 'PUBLIC' | 'PRIVATE' | 'PSC';
      readonly user: string;
      readonly name: string;
      readonly poolMax: number;
    };

function database(e: Environment): DatabaseConfig {
  if (e.DATABASE_URL) return { kind: 'url', url: e.DATABASE_URL, poolMax: e.DATABASE_POOL_MAX };
  if (e.CLOUD_SQL_INSTANCE) {
    if (!e.DATABASE_USER) throw new ConfigError('DATABASE_USER: is needed with CLOUD_SQL_INSTANCE (an IAM database user)');
    return {
      kind: 'cloud-sql',
      instance: e.CLOUD_SQL_INSTANCE,
      ipType: e.CLOUD_SQL_IP_TYPE,
      user: e.DATABASE_USER,
      name: e.DATABASE_NAME,
      poolMax: e.DATABASE_POOL_MAX,
    };
  }
  return { kind: 'embedded', path: e.GROUNDWIRE_DATA === ':memory:' ? undefined : resolve(e.GROUNDWIRE_DATA) };
}

/** Input limits of the models that are known; another model needs EMBED_MAX_TOKENS. */
const MODEL_LIMITS: Readonly<Record<string, { readonly tokens: number; readonly dimensions: number }>> = {
  'gemini-embedding-001': { tokens: 2_048, dimensions: 3_072 },
  'gemini-embedding-2': { tokens: 8_192, dimensions: 3_072 },
};

export type EmbedderConfig =
  | { readonly kind: 'local' }
  | {
      readonly kind: 'gemini';
      readonly model: string;
      readonly dimensions: number;
      readonly maxTokens: number;
      readonly concurrency: number;
      /** For one call that embeds a passage. */
      readonly timeoutMs: number;
      /** For a query, repeated attempts included: when it is over, the lexical arm answers alone. */
      readonly queryTimeoutMs: number;
      readonly access: { readonly apiKey: string } | { readonly project: string; readonly location: string };
    };

function embedder(e: Environment): EmbedderConfig {
  if (e.EMBEDDER === 'local') return { kind: 'local' };
  const known = MODEL_LIMITS[e.EMBED_MODEL];
  const maxTokens = e.EMBED_MAX_TOKENS || known?.tokens;
  if (!maxTokens) throw new ConfigError(`EMBED_MAX_TOKENS: is needed for EMBED_MODEL=${e.EMBED_MODEL}, whose limit is not known here`);
  if (known && e.EMBED_DIMENSIONS > known.dimensions) {
    throw new ConfigError(`EMBED_DIMENSIONS: ${e.EMBED_MODEL} has at most ${known.dimensions}`);
  }
  const access = e.GEMINI_API_KEY
    ? { apiKey: e.GEMINI_API_KEY }
    : e.GOOGLE_CLOUD_PROJECT && { project: e.GOOGLE_CLOUD_PROJECT, location: e.GOOGLE_CLOUD_LOCATION };
  if (!access) throw new ConfigError('GOOGLE_CLOUD_PROJECT: is needed with EMBEDDER=gemini (or GEMINI_API_KEY)');
  return {
    kind: 'gemini',
    model: e.EMBED_MODEL,
    dimensions: e.EMBED_DIMENSIONS,
    maxTokens,
    concurrency: e.EMBED_CONCURRENCY,
    timeoutMs: e.EMBED_TIMEOUT_MS,
    queryTimeoutMs: e.EMBED_QUERY_TIMEOUT_MS,
    access,
  };
}

export interface ChunkConfig {
  /** The longest body of a chunk, overlap included, in UTF-16 code units. */
  readonly maxChars: number;
  /** The most that a chunk repeats of the one before it, in whole sentences. */
  readonly overlapChars: number;
}

function chunk(e: Environment): ChunkConfig {
  const { CHUNK_MAX_CHARS: maxChars, CHUNK_OVERLAP_CHARS: overlapChars } = e;
  if (overlapChars * 2 > maxChars) throw new ConfigError('CHUNK_OVERLAP_CHARS: must be at most half of CHUNK_MAX_CHARS');
  // A character is at most about one token, in the scripts that cost most; English has four to a token.
  const model = embedder(e);
  if (model.kind === 'gemini' && maxChars > model.maxTokens) {
    throw new ConfigError(`CHUNK_MAX_CHARS: must be at most ${model.maxTokens}, the token limit of ${model.model}`);
  }
  return { maxChars, overlapChars };
}

export interface TrustConfig {
  readonly issuers: readonly Issuer[];
  readonly serviceAccounts: Readonly<Record<string, ServiceAccount>>;
  readonly serviceAudience: string | undefined;
  readonly localSecret: string | undefined;
}

function trust(e: Environment): TrustConfig {
  if (Object.keys(e.SERVICE_ACCOUNTS).length > 0 && !e.SERVICE_AUDIENCE) {
    throw new ConfigError('SERVICE_AUDIENCE: is needed with SERVICE_ACCOUNTS (the audience of their tokens, usually the service URL)');
  }
  return {
    issuers: e.TRUSTED_ISSUERS,
    serviceAccounts: e.SERVICE_ACCOUNTS,
    serviceAudience: e.SERVICE_AUDIENCE,
    localSecret: e.LOCAL_JWT_SECRET,
  };
}

const names = (list: string): readonly string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

function freeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null) freeze(part);
  }
  return Object.freeze(value);
}
