import { z } from 'zod';
import { ConfigError } from './error.ts';
import { type Settings, whole } from './values.ts';

export const modelSettings = {
  EMBEDDER: z.enum(['local', 'gemini']).default('local'),
  EMBED_MODEL: z.string().min(1).default('gemini-embedding-001'),
  EMBED_DIMENSIONS: whole(768, 1, 4_000),
  EMBED_MAX_TOKENS: whole(0, 0, 1_000_000),
  EMBED_CONCURRENCY: whole(24, 1, 256),
  EMBED_TIMEOUT_MS: whole(30_000, 1, 600_000),
  EMBED_QUERY_TIMEOUT_MS: whole(2_000, 1, 60_000),
  PDF_MODEL: z.enum(['none', 'gemini']).default('none'),
  PDF_MODEL_NAME: z.string().min(1).default('gemini-3.5-flash'),
  PDF_TIMEOUT_MS: whole(180_000, 1, 540_000),
  GEMINI_API_KEY: z.string().min(1).optional(),
  GOOGLE_CLOUD_PROJECT: z.string().min(1).optional(),
  GOOGLE_CLOUD_LOCATION: z.string().min(1).default('us-central1'),
};

type Environment = Settings<typeof modelSettings>;

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
      readonly access: GeminiAccess;
    };

export function embedder(e: Environment): EmbedderConfig {
  if (e.EMBEDDER === 'local') return { kind: 'local' };
  const known = MODEL_LIMITS[e.EMBED_MODEL];
  const maxTokens = e.EMBED_MAX_TOKENS || known?.tokens;
  if (!maxTokens) throw new ConfigError(`EMBED_MAX_TOKENS: is needed for EMBED_MODEL=${e.EMBED_MODEL}, whose limit is not known here`);
  if (known && e.EMBED_DIMENSIONS > known.dimensions) {
    throw new ConfigError(`EMBED_DIMENSIONS: ${e.EMBED_MODEL} has at most ${known.dimensions}`);
  }
  return {
    kind: 'gemini',
    model: e.EMBED_MODEL,
    dimensions: e.EMBED_DIMENSIONS,
    maxTokens,
    concurrency: e.EMBED_CONCURRENCY,
    timeoutMs: e.EMBED_TIMEOUT_MS,
    queryTimeoutMs: e.EMBED_QUERY_TIMEOUT_MS,
    access: geminiAccess(e, 'EMBEDDER'),
  };
}

export type PdfModelConfig =
  | { readonly kind: 'none' }
  | { readonly kind: 'gemini'; readonly model: string; readonly timeoutMs: number; readonly access: GeminiAccess };

/** The model that reads PDF files without text. It is asked for such files only, for it costs. */
export function pdfModel(e: Environment): PdfModelConfig {
  if (e.PDF_MODEL === 'none') return { kind: 'none' };
  return { kind: 'gemini', model: e.PDF_MODEL_NAME, timeoutMs: e.PDF_TIMEOUT_MS, access: geminiAccess(e, 'PDF_MODEL') };
}

export type GeminiAccess = { readonly apiKey: string } | { readonly project: string; readonly location: string };

/** How the Gemini models are reached; `setting` is the one that asked for it. */
export function geminiAccess(e: Environment, setting: string): GeminiAccess {
  if (e.GEMINI_API_KEY) return { apiKey: e.GEMINI_API_KEY };
  if (e.GOOGLE_CLOUD_PROJECT) return { project: e.GOOGLE_CLOUD_PROJECT, location: e.GOOGLE_CLOUD_LOCATION };
  throw new ConfigError(`GOOGLE_CLOUD_PROJECT: is needed with ${setting}=gemini (or GEMINI_API_KEY)`);
}
