import { type GenerateContentConfig, type GoogleGenAI, ThinkingLevel } from '@google/genai';
import { withDeadline } from '../../abort.ts';
import type { GeneratorConfig } from '../../config.ts';
import { retry } from '../../retry.ts';
import { createClient, retryAfter, retryDelay } from '../gemini/api.ts';
import { late, translate, worthRetrying } from './failures.ts';
import type { Prompt, Reply, TextGenerator } from './generator.ts';
import { jsonSchema } from './json-schema.ts';
import { jsonOutcome, type Outcome, type Response, textOutcome } from './outcome.ts';
import { readResponse } from './response.ts';

type GeminiConfig = Extract<GeneratorConfig, { kind: 'gemini' }>;

/** Seconds between attempts: somebody waits for the answer. */
const WAITS = [0.4, 1.5];
const JITTER = 0.5;
/** Answers from passages want no invention: reference/practice.md, "The loop". */
const TEMPERATURE = 0.05;

export interface GeminiDependencies {
  readonly client?: Pick<GoogleGenAI, 'models'>;
  readonly waits?: readonly number[];
  readonly random?: () => number;
}

type Request = Parameters<GoogleGenAI['models']['generateContent']>[0];

/** Gemini, on Vertex or with an API key. The safety settings are the service's own. */
export function createGeminiGenerator(config: GeminiConfig, dependencies: GeminiDependencies = {}): TextGenerator {
  const { client = createClient(config.access), waits = WAITS, random = Math.random } = dependencies;

  /** Sends a request until it is taken. A wait that is asked for and would not end in time is not begun. */
  const send = async (prompt: Prompt, own: GenerateContentConfig, signal: AbortSignal) => {
    const asked = { role: prompt.role, ...config.models[prompt.role] };
    const end = performance.now() + asked.timeoutMs;
    let header: number | undefined;
    // The client's errors carry no headers.
    const keepHeader: typeof fetch = async (input, init) => {
      header = undefined;
      const response = await fetch(input, init);
      header = retryAfter(response.headers.get('retry-after'), Date.now());
      return response;
    };
    const request = requestOf(prompt, asked.model, config, {
      ...own,
      abortSignal: signal,
      httpOptions: { timeout: asked.timeoutMs, fetch: keepHeader },
    });
    const wait = (error: unknown) => retryDelay(error) ?? header;
    try {
      return await retry(() => client.models.generateContent(request), {
        waits,
        jitter: JITTER,
        signal,
        random,
        retryAfter: wait,
        worthRetrying: (error) => worthRetrying(error) && performance.now() + (wait(error) ?? 0) * 1_000 < end,
      });
    } catch (error) {
      signal.throwIfAborted();
      throw translate(error, asked, wait(error));
    }
  };

  const ask = async <T>(
    prompt: Prompt,
    own: GenerateContentConfig,
    signal: AbortSignal,
    outcomeOf: (response: Response) => Outcome<T>,
  ): Promise<Reply<T>> => {
    const asked = config.models[prompt.role];
    const raw = await withDeadline((until) => send(prompt, own, until), {
      ms: asked.timeoutMs,
      signal,
      late: () => late(asked),
    });
    const { response, ...billed } = readResponse(raw, asked.model, config.prices);
    return { ...outcomeOf(response), ...billed };
  };

  return {
    generate: (prompt, signal) => ask(prompt, {}, signal, textOutcome),

    generateJson: (prompt, schema, signal) =>
      ask(prompt, { responseMimeType: 'application/json', responseJsonSchema: jsonSchema(schema) }, signal, (response) =>
        jsonOutcome(response, schema),
      ),

    close: async () => {},
  };
}

const requestOf = (
  { instruction, turns, maxOutputTokens }: Prompt,
  model: string,
  { thinking }: GeminiConfig,
  own: GenerateContentConfig,
): Request => ({
  model,
  contents: turns.map(({ role, parts }) => ({ role, parts: parts.map((text) => ({ text: text.toWellFormed() })) })),
  config: {
    systemInstruction: instruction.text,
    temperature: TEMPERATURE,
    maxOutputTokens,
    thinkingConfig: { thinkingLevel: ThinkingLevel[thinking] },
    // Or else the client sends further requests by itself, each of them billed.
    automaticContinuation: false,
    ...own,
  },
});
