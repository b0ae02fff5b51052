import { z } from 'zod';
import { errorReply, passage, passageReply, searchReply, searchRequest } from './schemas.ts';

const SCHEMAS = {
  SearchRequest: searchRequest,
  SearchReply: searchReply,
  Passage: passage,
  PassageReply: passageReply,
  ErrorReply: errorReply,
};

/** The components, from the very schemas that validate. */
function components(): Readonly<Record<string, object>> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(SCHEMAS)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: (id) => `#/components/schemas/${id}` });
  // Where they stand here says who they are and in which dialect.
  return Object.fromEntries(Object.entries(schemas).map(([id, { $id, $schema, ...schema }]) => [id, schema]));
}

const ref = (id: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${id}` } } });

const FAILURES: Readonly<Record<string, string>> = {
  400: 'The request is malformed: fix it.',
  401: 'No token, or none that is good here.',
  403: 'The token names no tenant here.',
  404: 'There is no such thing, or not for this caller.',
  413: 'The body is too large.',
  429: 'Too many requests: wait as Retry-After says.',
  503: 'Not available right now: try again.',
  504: 'It took too long: try again.',
};
const failures = (...statuses: readonly number[]) =>
  Object.fromEntries(statuses.map((status) => [status, { description: FAILURES[status], content: ref('ErrorReply') }]));

/** The description of the search function for agents, OpenAPI 3.1. */
export const openApi = {
  openapi: '3.1.0',
  info: {
    title: 'Groundwire',
    version: '1',
    description: 'Finds passages of your documents to ground answers on. Cite what you use, and say so when nothing is found.',
  },
  security: [{ bearer: [] }],
  paths: {
    '/search': {
      post: {
        operationId: 'search',
        summary: 'Find passages for a question',
        requestBody: { required: true, content: ref('SearchRequest') },
        responses: {
          200: { description: 'Passages, best first; none when nothing matches.', content: ref('SearchReply') },
          ...failures(400, 401, 403, 413, 429, 503, 504),
        },
      },
    },
    '/passages/{id}': {
      get: {
        operationId: 'openPassage',
        summary: 'Open a cited passage again',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: 'The passage.', content: ref('PassageReply') }, ...failures(401, 403, 404, 429, 503, 504) },
      },
    },
  },
  components: { schemas: components(), securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
};
