import type { z } from 'zod';
import type { Reply } from './generator.ts';

/** What is read of a response. */
export interface Response {
  readonly text: string;
  readonly finishReason: string | undefined;
  /** Of the prompt. */
  readonly blockReason: string | undefined;
}

export type Outcome<T> = Reply<T> extends infer R ? (R extends unknown ? Omit<R, 'usage' | 'model'> : never) : never;

/** Why a filter of the service stops a reply. */
const FILTERS = new Set([
  ...['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'LANGUAGE', 'MODEL_ARMOR'],
  ...['IMAGE_SAFETY', 'IMAGE_PROHIBITED_CONTENT', 'IMAGE_RECITATION'],
]);

/** How a call for text ended. Any way that is not known is malformed: a reply that may be half of one is no answer. */
export function textOutcome({ text, finishReason, blockReason }: Response): Outcome<string> {
  if (blockReason) return { outcome: 'blocked', reason: blockReason };
  if (finishReason && FILTERS.has(finishReason)) return { outcome: 'blocked', reason: finishReason };
  if (finishReason === 'MAX_TOKENS') return { outcome: 'truncated', text };
  if (finishReason !== 'STOP') return { outcome: 'malformed', text, problem: `the reply ended with ${finishReason ?? 'no reason'}` };
  if (text.trim() === '') return { outcome: 'malformed', text, problem: 'the reply is empty' };
  return { outcome: 'ok', value: text };
}

/** How a call for JSON of a schema ended. */
export function jsonOutcome<T>(response: Response, schema: z.ZodType<T>): Outcome<T> {
  const ended = textOutcome(response);
  if (ended.outcome !== 'ok') return ended;
  const text = ended.value;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { outcome: 'malformed', text, problem: 'the reply is no JSON' };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { outcome: 'ok', value: parsed.data };
  const [issue] = parsed.error.issues;
  return { outcome: 'malformed', text, problem: `${issue?.path.join('.') || 'the reply'}: ${issue?.message}` };
}
