import { z } from 'zod';
import { ConfigError } from './error.ts';
import type { modelSettings } from './models.ts';
import { decimal, type Settings, whole } from './values.ts';

export const rankerSettings = {
  RERANKER: z.enum(['none', 'vertex']).default('none'),
  RERANK_MODEL: z.string().min(1).default('semantic-ranker-default@latest'),
  RERANK_LOCATION: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, 'must be a location such as global, us or eu')
    .default('global'),
  /** Nearly three times the median of the Ranking API in production, and before its long tail: reference/practice.md. */
  RERANK_HEDGE_MS: whole(400, 1, 60_000),
  RERANK_TIMEOUT_MS: whole(1_000, 1, 60_000),
  RERANK_FLOOR: decimal(0, 1).optional(),
  RANK_API_ENDPOINT: z
    .string()
    .regex(/^[\w.-]+:\d+$/, 'must be HOST:PORT')
    .optional(),
};

export type RankerConfig =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'vertex';
      readonly model: string;
      readonly project: string;
      readonly location: string;
      /** Without an answer after this the same request is sent a second time. */
      readonly hedgeMs: number;
      /** For a ranking as a whole: when it is over, the order stays as it was. */
      readonly timeoutMs: number;
      /** A fake, spoken to in plain text and without credentials. */
      readonly endpoint: { readonly host: string; readonly port: number } | undefined;
    };

export function ranker(e: Settings<typeof rankerSettings & typeof modelSettings>): RankerConfig {
  if (e.RERANKER === 'none') return { kind: 'none' };
  if (!e.GOOGLE_CLOUD_PROJECT) throw new ConfigError('GOOGLE_CLOUD_PROJECT: is needed with RERANKER=vertex');
  const [host, port] = e.RANK_API_ENDPOINT?.split(':') ?? [];
  return {
    kind: 'vertex',
    model: e.RERANK_MODEL,
    project: e.GOOGLE_CLOUD_PROJECT,
    location: e.RERANK_LOCATION,
    hedgeMs: e.RERANK_HEDGE_MS,
    timeoutMs: e.RERANK_TIMEOUT_MS,
    endpoint: host ? { host, port: Number(port) } : undefined,
  };
}
