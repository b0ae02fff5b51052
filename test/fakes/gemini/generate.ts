import { setTimeout as sleep } from 'node:timers/promises';
import { apiError, type FakeReply, type FakeRequest } from '../http.ts';
import { type GenerateRequest, readRequest } from './request.ts';
import { tokensOf } from './tokens.ts';

/** What a generating call gets. */
export interface Reply {
  readonly text?: string;
  /** As the text. */
  readonly json?: unknown;
  /** STOP when it is not said. */
  readonly finishReason?: string;
  /** Of the prompt: there is no candidate then. */
  readonly blockReason?: string;
  /** An error instead. */
  readonly status?: 400 | 401 | 403 | 404 | 429 | 500 | 502 | 503 | 504;
  /** Of an error: the header Retry-After. */
  readonly retryAfter?: string;
  /** Of an error: google.rpc.RetryInfo in its body, such as `0.2s`. */
  readonly retryDelay?: string;
  /** Instead of a response, whatever it is. */
  readonly rawBody?: string;
  /** Before the first byte. */
  readonly delayMs?: number;
  readonly thoughts?: string;
  readonly cachedTokens?: number;
  /** Nothing comes, ever. */
  readonly hangs?: true;
}

export type Answering = Reply | ((request: GenerateRequest) => Reply);

/** The part of the fake that generates. */
export interface FakeGeneration {
  /** Answers the next calls, one each; they come before what `when` says. */
  next(...replies: readonly Answering[]): void;
  /** Answers every call that it holds for, from now on; of several the latest. */
  when(holds: (request: GenerateRequest) => boolean, reply: Answering): void;
  /** As they came, those that were refused for their form left out. */
  readonly requests: readonly GenerateRequest[];
  inFlight(): number;
  mostAtOnce(): number;
  /** Calls whose client went away before the end. */
  aborted(): number;
}

export function createGeneration(fallback: () => Reply): FakeGeneration & {
  respond(model: string, request: FakeRequest): Promise<FakeReply>;
} {
  const queue: Answering[] = [];
  const rules: { readonly holds: (request: GenerateRequest) => boolean; readonly reply: Answering }[] = [];
  const requests: GenerateRequest[] = [];
  let now = 0;
  let most = 0;
  let aborted = 0;

  const chosen = (request: GenerateRequest): Reply => {
    const answering = queue.shift() ?? rules.findLast(({ holds }) => holds(request))?.reply ?? fallback();
    return typeof answering === 'function' ? answering(request) : answering;
  };
  return {
    next: (...replies) => void queue.push(...replies),
    when: (holds, reply) => void rules.push({ holds, reply }),
    requests,
    inFlight: () => now,
    mostAtOnce: () => most,
    aborted: () => aborted,
    async respond(model, incoming) {
      const request = readRequest(model, incoming);
      if (!('inputTokens' in request)) return request;
      requests.push(request);
      most = Math.max(most, ++now);
      incoming.gone.addEventListener('abort', () => aborted++, { once: true });
      const scripted = chosen(request);
      await pause(scripted.hangs ? NEVER_MS : scripted.delayMs, incoming.gone);
      now--;
      return replyTo(scripted, request);
    },
  };
}

const NEVER_MS = 2 ** 31 - 1;

const pause = async (ms: number | undefined, gone: AbortSignal): Promise<void> => {
  if (ms) await sleep(ms, undefined, { signal: gone, ref: false }).catch(() => undefined);
};

const STATUS: Readonly<Record<NonNullable<Reply['status']>, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

function replyTo(reply: Reply, request: GenerateRequest): FakeReply {
  if (reply.status) {
    const details = reply.retryDelay ? [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: reply.retryDelay }] : [];
    const error = apiError(reply.status, STATUS[reply.status], `scripted ${reply.status}`, details);
    return { ...error, headers: reply.retryAfter ? { 'retry-after': reply.retryAfter } : {} };
  }
  if (reply.rawBody !== undefined) return { headers: { 'content-type': 'application/json' }, body: Buffer.from(reply.rawBody) };
  return { body: responseOf(reply, request) };
}

function responseOf(reply: Reply, request: GenerateRequest): object {
  const { blockReason, thoughts = '', cachedTokens } = reply;
  const whole = reply.json === undefined ? (reply.text ?? '') : JSON.stringify(reply.json);
  const thoughtTokens = tokensOf(thoughts);
  const counts = (said: string) => {
    const output = tokensOf(said);
    return {
      promptTokenCount: request.inputTokens,
      ...(output > 0 ? { candidatesTokenCount: output } : {}),
      ...(thoughtTokens > 0 ? { thoughtsTokenCount: thoughtTokens } : {}),
      ...(cachedTokens === undefined ? {} : { cachedContentTokenCount: cachedTokens }),
      totalTokenCount: request.inputTokens + thoughtTokens + output,
    };
  };
  const common = { modelVersion: request.model, responseId: 'fake' };
  if (blockReason) return { promptFeedback: { blockReason }, usageMetadata: counts(''), ...common };
  const room = Math.max(0, request.mostOutputTokens - thoughtTokens);
  const text = tokensOf(whole) > room ? whole.slice(0, room * 4) : whole;
  const finishReason = reply.finishReason ?? (text === whole ? 'STOP' : 'MAX_TOKENS');
  const parts = [...(thoughts ? [{ text: thoughts, thought: true }] : []), ...(text ? [{ text }] : [])];
  return { candidates: [{ content: { role: 'model', parts }, index: 0, finishReason }], usageMetadata: counts(text), ...common };
}
