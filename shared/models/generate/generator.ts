import type { z } from 'zod';
import type { Role } from '../../config.ts';
import type { Instruction } from './instruction.ts';
import type { Usage } from './usage.ts';

/** What somebody said, or what is to be read: always data. */
export interface Turn {
  readonly role: 'user' | 'model';
  readonly parts: readonly string[];
}

export interface Prompt {
  /** Decides on the model and its time limit. */
  readonly role: Role;
  readonly instruction: Instruction;
  /** At least one; the last is the user's. */
  readonly turns: readonly Turn[];
  /** Thoughts count as well. */
  readonly maxOutputTokens: number;
}

interface Billed {
  readonly usage: Usage;
  /** That replied, as the service calls it. */
  readonly model: string;
}

/** How a call ended, where the caller has to choose what comes next. */
export type Reply<T> = Billed &
  (
    | { readonly outcome: 'ok'; readonly value: T }
    /** The reply is longer than allowed; `text` is its beginning. */
    | { readonly outcome: 'truncated'; readonly text: string }
    /** Prompt or reply were stopped by a filter of the service: asking the same again gets the same. */
    | { readonly outcome: 'blocked'; readonly reason: string }
    /** Nothing, or not what was asked for. */
    | { readonly outcome: 'malformed'; readonly text: string; readonly problem: string }
  );

/**
 * THE SEAM to a model that writes. Every method throws Unavailable when there is no reply for now (RATE_LIMITED and TIMEOUT told
 * apart), Refused when there will be none until somebody has looked, and the signal's reason when that aborts; the request is then
 * cancelled.
 */
export interface TextGenerator {
  generate(prompt: Prompt, signal: AbortSignal): Promise<Reply<string>>;
  /** A reply as JSON of a schema. What the schema asks for beyond the service's JSON Schema is checked afterwards. */
  generateJson<T>(prompt: Prompt, schema: z.ZodType<T>, signal: AbortSignal): Promise<Reply<T>>;
  close(): Promise<void>;
}
