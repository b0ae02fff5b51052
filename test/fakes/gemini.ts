import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { createGeneration, type FakeGeneration } from './gemini/generate.ts';
import { tokensOf } from './gemini/tokens.ts';
import { apiError, type FakeReply, type FakeRequest, type FakeServer, serveFake } from './http.ts';
import { vectorOf } from './vectors.ts';

/** Limits of the real models: reference/google-cloud.md, 3.2. */
const MODELS: Readonly<Record<string, { readonly tokens: number; readonly dimensions: number }>> = {
  'gemini-embedding-001': { tokens: 2_048, dimensions: 3_072 },
  'gemini-embedding-2': { tokens: 8_192, dimensions: 3_072 },
};

/** What the next call gets instead of an answer. */
export type Scripted =
  | { readonly status: 429 | 500 | 503; readonly retryDelay?: string }
  | { readonly status: 400 | 403; readonly message?: string }
  | 'hang up';

export interface FakeGemini extends FakeServer {
  /** Texts that were embedded, as they came over the wire. */
  readonly texts: readonly string[];
  readonly taskTypes: readonly (string | undefined)[];
  readonly dimensions: readonly (number | undefined)[];
  calls(): number;
  mostAtOnce(): number;
  /** Answers the next calls as scripted, one each. */
  script(...replies: readonly Scripted[]): void;
  /** What generating models are asked and what they reply. */
  readonly generation: FakeGeneration;
  /** What a generating model replies where nothing else is scripted. */
  answer(text: string, finishReason?: string): void;
  /** PDF files that it was given. */
  readonly pdfs: readonly Buffer[];
  /** Milliseconds that each answer takes. */
  delay(ms: number): void;
}

const predict = z.object({
  instances: z.array(z.object({ content: z.string(), task_type: z.string().optional(), title: z.string().optional() })),
  parameters: z.object({ outputDimensionality: z.number().optional(), autoTruncate: z.boolean().default(true) }).prefault({}),
});
const part = z.object({ text: z.string() });
const embedContent = z.object({
  content: z.object({ parts: z.array(part) }),
  embedContentConfig: z
    .object({ outputDimensionality: z.number().optional(), autoTruncate: z.boolean().default(true), taskType: z.string().optional() })
    .prefault({}),
});
const batch = z.object({
  requests: z.array(
    z.object({ content: z.object({ parts: z.array(part) }), taskType: z.string().optional(), outputDimensionality: z.number().optional() }),
  ),
});

/** The embedding and the generating endpoints of Gemini, on Vertex and with an API key, with the limits that the real ones enforce. */
export async function startFakeGemini(port = 0): Promise<FakeGemini> {
  const texts: string[] = [];
  const taskTypes: (string | undefined)[] = [];
  const dimensions: (number | undefined)[] = [];
  const scripted: Scripted[] = [];
  let answered = { text: '', finishReason: 'STOP' };
  const generation = createGeneration(() => answered);
  let calls = 0;
  let now = 0;
  let most = 0;
  let ms = 0;

  const embed = (model: string, text: string, wanted: number | undefined, taskType: string | undefined) => {
    const limit = MODELS[model];
    texts.push(text);
    taskTypes.push(taskType);
    dimensions.push(wanted);
    const size = wanted ?? limit?.dimensions ?? 0;
    // Cut below their full size the vectors come back at any length but 1.
    const scale = size < 3_072 ? 0.7 : 1;
    const tokens = tokensOf(text);
    return { values: vectorOf(text, size).map((value) => value * scale), tokens, truncated: tokens > (limit?.tokens ?? 0) };
  };
  const tooLong = (tokens: number, limit: number) =>
    apiError(
      400,
      'INVALID_ARGUMENT',
      `Unable to submit request because the input token count is ${tokens} but the model supports up to ${limit}.`,
    );

  const answers: Readonly<Record<string, (model: string, request: FakeRequest) => FakeReply>> = {
    predict(model, request) {
      const { instances, parameters } = predict.parse(JSON.parse(request.body.toString()));
      const [instance] = instances;
      if (!instance || instances.length > 1)
        return apiError(400, 'INVALID_ARGUMENT', `${model} takes 1 instance a request, not ${instances.length}.`);
      const vector = embed(model, instance.content, parameters.outputDimensionality, instance.task_type);
      if (vector.truncated && !parameters.autoTruncate) return tooLong(vector.tokens, MODELS[model]?.tokens ?? 0);
      const statistics = { token_count: vector.tokens, truncated: vector.truncated };
      return { body: { predictions: [{ embeddings: { values: vector.values, statistics } }] } };
    },
    embedContent(model, request) {
      const { content, embedContentConfig } = embedContent.parse(JSON.parse(request.body.toString()));
      const text = content.parts.map((each) => each.text).join('');
      const vector = embed(model, text, embedContentConfig.outputDimensionality, embedContentConfig.taskType);
      if (vector.truncated && !embedContentConfig.autoTruncate) return tooLong(vector.tokens, MODELS[model]?.tokens ?? 0);
      return {
        body: { embedding: { values: vector.values }, usageMetadata: { promptTokenCount: vector.tokens }, truncated: vector.truncated },
      };
    },
    batchEmbedContents(model, request) {
      if (!request.headers['x-goog-api-key']) return apiError(403, 'PERMISSION_DENIED', 'Method does not allow unregistered callers.');
      const { requests } = batch.parse(JSON.parse(request.body.toString()));
      const embeddings = requests.map(({ content, outputDimensionality, taskType }) => ({
        values: embed(model, content.parts.map((each) => each.text).join(''), outputDimensionality, taskType).values,
      }));
      return { body: { embeddings } };
    },
  };

  const server = await serveFake(async (request) => {
    // The token of the metadata server, so that a local run needs no other credentials: GCE_METADATA_HOST.
    if (request.url.pathname.includes('/computeMetadata/')) return metadata(request);
    calls++;
    now++;
    most = Math.max(most, now);
    try {
      if (ms > 0) await sleep(ms);
      const next = scripted.shift();
      if (next) return scriptedReply(next);
      const [, model = '', verb = ''] = /\/models\/([^/:]+):(\w+)$/.exec(request.url.pathname) ?? [];
      if (verb === 'generateContent') return await generation.respond(model, request);
      const answer = answers[verb];
      if (!answer || !MODELS[model]) return apiError(404, 'NOT_FOUND', `Publisher Model ${model} was not found.`);
      return answer(model, request);
    } finally {
      now--;
    }
  }, port);
  return {
    ...server,
    texts,
    taskTypes,
    dimensions,
    generation,
    get pdfs() {
      return generation.requests.flatMap(({ files }) => files);
    },
    answer: (text, finishReason = 'STOP') => {
      answered = { text, finishReason };
    },
    calls: () => calls,
    mostAtOnce: () => most,
    script: (...replies) => void scripted.push(...replies),
    delay: (each) => {
      ms = each;
    },
  };
}

const REASONS = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
} as const;

function scriptedReply(scripted: Scripted): FakeReply {
  if (scripted === 'hang up') return { status: 0 };
  const details =
    'retryDelay' in scripted && scripted.retryDelay
      ? [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: scripted.retryDelay }]
      : [];
  const message = 'message' in scripted && scripted.message ? scripted.message : `scripted ${scripted.status}`;
  return apiError(scripted.status, REASONS[scripted.status], message, details);
}

function metadata({ url }: FakeRequest): FakeReply {
  const headers = { 'metadata-flavor': 'Google' };
  if (url.pathname.endsWith('/token')) return { headers, body: { access_token: 'fake', expires_in: 3_600, token_type: 'Bearer' } };
  if (url.pathname.endsWith('/email')) return { headers, body: Buffer.from('ingest@p.iam.gserviceaccount.com') };
  return { headers, body: Buffer.from('fake') };
}
