import { ApiError, type EmbedContentConfig, type GoogleGenAI } from '@google/genai';
import pMap from 'p-map';
import type { EmbedderConfig } from '../../config.ts';
import { InvalidInput, Refused, Unavailable } from '../../errors.ts';
import { type RetryOptions, retry } from '../../retry.ts';
import { createClient, isTransport, retryDelay } from '../gemini/api.ts';
import type { Embedder, Passage } from './embedder.ts';
import { normalise } from './normalise.ts';

type GeminiConfig = Extract<EmbedderConfig, { kind: 'gemini' }>;

/** Seconds between attempts that served 24 workers in production: reference/practice.md, "Vectors". */
const PASSAGE_WAITS = [2, 8, 20, 40];
/** A person waits for a query, and without its vector the lexical arm still answers. */
const QUERY_WAITS = [0.2];
const JITTER = 0.25;
const RETRIED_STATUS = new Set([429, 502, 503, 504]);

/** How a model is told what a text is for. */
interface Style {
  passage(passage: Passage): { readonly text: string; readonly config: EmbedContentConfig };
  query(text: string): { readonly text: string; readonly config: EmbedContentConfig };
}

const TASK_TYPES: Style = {
  passage: ({ title, text }) => ({ text, config: { taskType: 'RETRIEVAL_DOCUMENT', title } }),
  query: (text) => ({ text, config: { taskType: 'RETRIEVAL_QUERY' } }),
};

/** gemini-embedding-2 takes the task as words in front of the text. */
const PREFIXES: Style = {
  passage: ({ title, text }) => ({ text: `title: ${title || 'none'} | text: ${text}`, config: {} }),
  query: (text) => ({ text: `task: search result | query: ${text}`, config: {} }),
};

export interface GeminiDependencies {
  readonly client?: Pick<GoogleGenAI, 'models' | 'vertexai'>;
  readonly waits?: { readonly passage: readonly number[]; readonly query: readonly number[] };
  readonly random?: () => number;
}

/**
 * Gemini embeddings, on Vertex or with an API key. Each call carries one text: gemini-embedding-001 takes no second
 * instance, and gemini-embedding-2 makes one vector of two texts without a word.
 */
export function createGeminiEmbedder(config: GeminiConfig, dependencies: GeminiDependencies = {}): Embedder {
  const {
    client = createClient(config.access),
    waits = { passage: PASSAGE_WAITS, query: QUERY_WAITS },
    random = Math.random,
  } = dependencies;
  const style = config.model === 'gemini-embedding-001' ? TASK_TYPES : PREFIXES;

  const embed = async ({ text, config: task }: ReturnType<Style['query']>, signal: AbortSignal): Promise<Float32Array> => {
    const { embeddings, ...response } = await client.models.embedContent({
      model: config.model,
      contents: [text],
      config: {
        ...task,
        outputDimensionality: config.dimensions,
        // Cut without a word otherwise. The API-key service has no such setting, and the SDK refuses it there.
        ...(client.vertexai ? { autoTruncate: false } : {}),
        abortSignal: signal,
        httpOptions: { timeout: config.timeoutMs },
      },
    });
    const [embedding] = embeddings ?? [];
    if (embedding?.statistics?.truncated || ('truncated' in response && response.truncated === true)) throw tooLong(config);
    return normalise(embedding?.values ?? [], config.dimensions);
  };
  const attempt = async (input: ReturnType<Style['query']>, planned: readonly number[], signal: AbortSignal): Promise<Float32Array> => {
    const options: RetryOptions = { waits: planned, jitter: JITTER, signal, worthRetrying, retryAfter: retryDelay, random };
    try {
      return await retry(() => embed(input, signal), options);
    } catch (error) {
      signal.throwIfAborted();
      throw translate(error, config);
    }
  };

  return {
    model: `${config.model}/${config.dimensions}`,
    dimensions: config.dimensions,
    embedPassages: (passages, signal) =>
      pMap(passages, (passage) => attempt(style.passage(passage), waits.passage, signal), { concurrency: config.concurrency, signal }),
    async embedQuery(text, signal) {
      const limit = AbortSignal.timeout(config.queryTimeoutMs);
      try {
        return await attempt(style.query(text), waits.query, AbortSignal.any([signal, limit]));
      } catch (error) {
        if (limit.aborted && !signal.aborted) throw new Unavailable('The query could not be embedded in time.', { code: 'TIMEOUT' });
        throw error;
      }
    },
    close: async () => {},
  };
}

const tooLong = (config: GeminiConfig): InvalidInput =>
  new InvalidInput(
    'TOO_MANY_TOKENS',
    `A passage has more than the ${config.maxTokens} tokens that ${config.model} reads. Set a smaller CHUNK_MAX_CHARS.`,
  );

const worthRetrying = (error: unknown): boolean => (error instanceof ApiError ? RETRIED_STATUS.has(error.status) : isTransport(error));

/** An error of the API as one of ours. A malformed request stays as it is, for that is a bug. */
function translate(error: unknown, config: GeminiConfig): unknown {
  if (isTransport(error)) return new Unavailable('The embedding model can not be reached.', { cause: error });
  if (!(error instanceof ApiError)) return error;
  if (error.status === 400) return /token/i.test(error.message) ? tooLong(config) : error;
  if (error.status === 429) return new Unavailable('The embedding quota is used up for now.', { cause: error, code: 'RATE_LIMITED' });
  if (error.status === 401 || error.status === 403) {
    return new Refused('The embedding model refuses this service: it needs roles/aiplatform.user, or a valid GEMINI_API_KEY.', {
      cause: error,
    });
  }
  if (error.status === 404)
    return new Refused(`The embedding model ${config.model} is not there: check EMBED_MODEL and GOOGLE_CLOUD_LOCATION.`, {
      cause: error,
    });
  return new Unavailable(`The embedding model failed with status ${error.status}.`, { cause: error });
}
