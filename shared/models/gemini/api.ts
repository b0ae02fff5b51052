import { ApiError, GoogleGenAI } from '@google/genai';
import { z } from 'zod';
import type { GeminiAccess } from '../../config/models.ts';

/** A client on Vertex or with an API key. It repeats nothing by itself. */
export const createClient = (access: GeminiAccess): GoogleGenAI =>
  new GoogleGenAI('apiKey' in access ? { apiKey: access.apiKey } : { enterprise: true, ...access });

/** What the client throws when a connection fails or breaks off, or when its own time limit ends (AbortError). */
export const isTransport = (error: unknown): boolean =>
  error instanceof Error && ((error instanceof TypeError && BROKEN.has(error.message)) || error.name === 'AbortError');

const BROKEN = new Set(['fetch failed', 'terminated']);

const errorBody = z.object({ error: z.object({ details: z.array(z.looseObject({ retryDelay: z.string().optional() })).optional() }) });

/** The seconds that a refusal asks to wait: google.rpc.RetryInfo in its body. */
export function retryDelay(error: unknown): number | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const body = errorBody.safeParse(parseJson(error.message));
  const delay = body.data?.error.details?.find((detail) => detail.retryDelay)?.retryDelay;
  return delay ? Number.parseFloat(delay) : undefined;
}

/** The seconds of a Retry-After header, which may name a date. */
export function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = /^\s*\d+(?:\.\d+)?\s*$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
