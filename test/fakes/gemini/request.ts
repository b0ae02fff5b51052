import { z } from 'zod';
import { apiError, type FakeReply, type FakeRequest } from '../http.ts';
import { tokensOf } from './tokens.ts';

interface Model {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly thinking: readonly string[];
}

const LEVELS = ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH'];
const flash = { inputTokens: 1_048_576, outputTokens: 65_536, thinking: LEVELS };

/** Models that generate. Those of the 2.5 family are gone: reference/google-cloud.md, 0. */
export const GENERATORS: Readonly<Record<string, Model>> = {
  'gemini-3.5-flash': flash,
  'gemini-3.5-flash-lite': flash,
  'gemini-3.1-flash-lite': flash,
  // As it was at its launch.
  'gemini-3.7-flash': { ...flash, thinking: LEVELS.slice(1) },
};

const part = z.union([
  z.strictObject({ text: z.string().min(1) }),
  z.strictObject({ inlineData: z.strictObject({ mimeType: z.string(), data: z.base64() }) }),
]);

/** A request body; a field that there is not is an error, as with the real service. */
const body = z.strictObject({
  contents: z.array(z.strictObject({ role: z.enum(['user', 'model']), parts: z.array(part).min(1) })).min(1),
  systemInstruction: z
    .strictObject({ role: z.string().optional(), parts: z.array(z.strictObject({ text: z.string().min(1) })).min(1) })
    .optional(),
  generationConfig: z
    .strictObject({
      temperature: z.number().min(0).max(2).optional(),
      topP: z.number().min(0).max(1).optional(),
      maxOutputTokens: z.int().min(1).optional(),
      responseMimeType: z.enum(['text/plain', 'application/json']).optional(),
      responseJsonSchema: z.record(z.string(), z.unknown()).optional(),
      thinkingConfig: z.strictObject({ thinkingLevel: z.string() }).optional(),
    })
    .prefault({}),
});

/** A request to generate, as the fake understood it. */
export interface GenerateRequest {
  readonly model: string;
  readonly system: string;
  readonly contents: readonly { readonly role: string; readonly text: string }[];
  readonly files: readonly Buffer[];
  readonly config: z.output<typeof body>['generationConfig'];
  readonly headers: FakeRequest['headers'];
  readonly inputTokens: number;
  readonly mostOutputTokens: number;
}

const KEYWORDS = new Set(
  '$id $defs $ref $anchor type format title description enum items prefixItems minItems maxItems minimum maximum anyOf oneOf properties additionalProperties required propertyOrdering'.split(
    ' ',
  ),
);

/** The first keyword of a JSON Schema that the service does not take. */
function strangeKeyword(schema: unknown, areNames = false): string | undefined {
  if (Array.isArray(schema)) return schema.map((each) => strangeKeyword(each)).find((found) => found !== undefined);
  if (typeof schema !== 'object' || schema === null) return undefined;
  for (const [key, value] of Object.entries(schema)) {
    if (!areNames && !KEYWORDS.has(key)) return key;
    if (key === 'enum' || key === 'required') continue;
    const found = strangeKeyword(value, !areNames && (key === 'properties' || key === '$defs'));
    if (found) return found;
  }
  return undefined;
}

const malformed = (message: string): FakeReply => apiError(400, 'INVALID_ARGUMENT', message);

/** The request, or the error that the service answers it with. */
export function readRequest(name: string, request: FakeRequest): GenerateRequest | FakeReply {
  const model = GENERATORS[name];
  if (!model) return apiError(404, 'NOT_FOUND', `Publisher Model ${name} was not found.`);
  const { headers, url } = request;
  const isVertex = url.pathname.includes('/projects/');
  if (isVertex ? !headers.authorization : !headers['x-goog-api-key']) {
    return apiError(
      isVertex ? 401 : 403,
      isVertex ? 'UNAUTHENTICATED' : 'PERMISSION_DENIED',
      'Method does not allow unregistered callers.',
    );
  }
  const parsed = body.safeParse(JSON.parse(request.body.toString()));
  if (!parsed.success) return malformed(z.prettifyError(parsed.error));
  const { contents, systemInstruction, generationConfig: config } = parsed.data;
  if (contents.at(-1)?.role !== 'user') return malformed('Please ensure that the last turn is of the user.');
  const level = config.thinkingConfig?.thinkingLevel;
  if (level !== undefined && !model.thinking.includes(level)) return malformed(`Thinking level ${level} is not supported for this model.`);
  if ((config.maxOutputTokens ?? 1) > model.outputTokens) return malformed(`maxOutputTokens must be at most ${model.outputTokens}.`);
  if (config.responseJsonSchema && config.responseMimeType !== 'application/json') {
    return malformed('A response schema wants the response MIME type application/json.');
  }
  const strange = strangeKeyword(config.responseJsonSchema);
  if (strange) return malformed(`Unknown name "${strange}" at 'generation_config.response_json_schema'.`);
  const system = systemInstruction?.parts.map(({ text }) => text).join('') ?? '';
  const said = contents.map(({ role, parts }) => ({ role, text: parts.map((each) => ('text' in each ? each.text : '')).join('\n') }));
  const inputTokens = tokensOf([system, ...said.map(({ text }) => text)].join(''));
  if (inputTokens > model.inputTokens) {
    return malformed(`The input token count (${inputTokens}) exceeds the maximum number of tokens allowed (${model.inputTokens}).`);
  }
  const files: Buffer[] = [];
  for (const each of contents.flatMap(({ parts }) => parts)) {
    if (!('inlineData' in each)) continue;
    const bytes = Buffer.from(each.inlineData.data, 'base64');
    if (each.inlineData.mimeType !== 'application/pdf' || !bytes.toString('latin1').startsWith('%PDF')) {
      return malformed('The document has no pages.');
    }
    files.push(bytes);
  }
  const mostOutputTokens = config.maxOutputTokens ?? model.outputTokens;
  return { model: name, system, contents: said, files, config, headers, inputTokens, mostOutputTokens };
}
