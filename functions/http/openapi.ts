import { z } from 'zod';
import { errorReply } from './failures.ts';
import { failures } from './openapi-failures.ts';

export { failure, failures } from './openapi-failures.ts';

/** What one function says of itself. */
export interface Description {
  readonly summary: string;
  /** By path, as OpenAPI has them. */
  readonly paths: Readonly<Record<string, object>>;
  /** By the name under which `content` refers to them. */
  readonly schemas: Readonly<Record<string, z.ZodType>>;
}

const COMMON =
  'Whose documents are seen is in the token alone. Every reply has an X-Request-Id: yours if you send one, to be quoted in a report.';

/** The description of functions for agents, OpenAPI 3.1. */
export function openApiOf(...functions: readonly Description[]): object {
  const schemas = Object.assign({ ErrorReply: errorReply, ProbeReply: probeReply }, ...functions.map((each) => each.schemas));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Groundwire',
      version: '1',
      description: [...functions.map(({ summary }) => summary), COMMON].join(' '),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    security: [{ bearer: [] }],
    paths: Object.assign({}, ...functions.map(({ paths }) => paths), PROBES),
    components: { schemas: components(schemas), securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  };
}

/** A JSON body of a schema, by its name, with an example of it. */
export const content = (id: string, example: object): object => ({
  'application/json': { schema: { $ref: `#/components/schemas/${id}` }, example },
});

/** A stream of server-sent events, with an example of one. */
export const eventStream = (description: string, example: string): object => ({
  'text/event-stream': { schema: { type: 'string', description }, example },
});

const probeReply = z.object({ status: z.literal('success') });

const probe = (operationId: string, summary: string, ...statuses: readonly number[]) => ({
  get: {
    operationId,
    summary,
    description: 'For the platform; no token is needed, and it is of no use to an agent.',
    security: [],
    responses: { 200: { description: 'Yes.', content: content('ProbeReply', { status: 'success' }) }, ...failures(...statuses, 500) },
  },
});

/** What every function of routes has: see probes.ts. */
const PROBES: Description['paths'] = {
  '/healthz': probe('isAlive', 'Whether the process answers'),
  '/readyz': probe('isReady', 'Whether what it needs answers as well', 503),
  '/startupz': probe('isStarted', 'The same, though the schema of the database may be still to come', 503),
};

/** The components, from the very schemas that validate. */
function components(all: Readonly<Record<string, z.ZodType>>): Readonly<Record<string, object>> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(all)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: (id) => `#/components/schemas/${id}` });
  // Where they stand here says who they are and in which dialect.
  return Object.fromEntries(Object.entries(schemas).map(([id, { $id, $schema, ...schema }]) => [id, schema]));
}
