import { z } from 'zod';
import { errorReply } from './failures.ts';

/** What one function says of itself. */
export interface Description {
  readonly summary: string;
  /** By path, as OpenAPI has them. */
  readonly paths: Readonly<Record<string, object>>;
  /** By the name under which `content` refers to them. */
  readonly schemas: Readonly<Record<string, z.ZodType>>;
}

/** The description of functions for agents, OpenAPI 3.1. */
export function openApiOf(...functions: readonly Description[]): object {
  const schemas = Object.assign({ ErrorReply: errorReply }, ...functions.map((each) => each.schemas));
  return {
    openapi: '3.1.0',
    info: { title: 'Groundwire', version: '1', description: functions.map(({ summary }) => summary).join(' ') },
    security: [{ bearer: [] }],
    paths: Object.assign({}, ...functions.map(({ paths }) => paths)),
    components: { schemas: components(schemas), securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  };
}

/** A body of a schema, by its name. */
export const content = (id: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${id}` } } });

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

/** The replies with these statuses. */
export const failures = (...statuses: readonly number[]) =>
  Object.fromEntries(statuses.map((status) => [status, { description: FAILURES[status], content: content('ErrorReply') }]));

/** The components, from the very schemas that validate. */
function components(all: Readonly<Record<string, z.ZodType>>): Readonly<Record<string, object>> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(all)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: (id) => `#/components/schemas/${id}` });
  // Where they stand here says who they are and in which dialect.
  return Object.fromEntries(Object.entries(schemas).map(([id, { $id, $schema, ...schema }]) => [id, schema]));
}
