import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '../../functions/local/token.ts';
import { type JsonSchema, valuesOf } from '../support/from-schema.ts';
import { SECRET, servedFunctions } from '../support/served.ts';

interface Media {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
type Content = Readonly<Record<string, Media>>;
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly { readonly name: string; readonly schema: JsonSchema; readonly example: string }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}
interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** What the local server says, who serves every function; each deployed one says the same of its own. */
const OPERATIONS = ['search', 'openPassage', 'rerank', 'answer', 'mcp', 'mcpListen', 'mcpEnd', 'isAlive', 'isReady'];
const GENERATED = 25;

describe('the description of what is served', () => {
  const { call, put } = servedFunctions();
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  let described: Described;
  let token: string;
  beforeAll(async () => {
    token = await makeToken(SECRET, 'acme');
    described = (await call('GET', '/openapi.json')).json;
    await put('acme/policies/returns.md', '---\nproduct: pump\n---\n# Returns\n\nA part of the price is paid back.\n', 1);
    ajv.addSchema(described, 'described');
  });

  const operations = () =>
    Object.entries(described.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
    );
  const named = (id: string) => {
    const found = operations().find(({ operationId }) => operationId === id);
    if (!found) throw new Error(`no operation ${id}`);
    return found;
  };
  const rooted = (schema: JsonSchema): object => JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"described#/components'));
  const complaints = (schema: JsonSchema, value: unknown) => (ajv.validate(rooted(schema), value) ? [] : ajv.errors);
  const examplesOf = ({ example, examples = {} }: Media) => [
    ...(example === undefined ? [] : [example]),
    ...Object.values(examples).map(({ value }) => value),
  ];
  const resolve = (ref: string): JsonSchema => described.components.schemas[ref.split('/').at(-1) ?? ''] ?? {};

  /** The events of a stream, by name. */
  const eventNames = (text: string) => [...text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name);

  type Sent = { body?: unknown; raw?: string; id?: string; auth?: boolean };
  /** Calls an operation, and holds what comes back against what is said of it. Returns the status. */
  const send = async (id: string, { body, raw, id: passage, auth = true }: Sent) => {
    const { path, method, responses } = named(id);
    const reply = await call(method, path.replace('{id}', encodeURIComponent(passage ?? 'x')), {
      ...(auth ? { token } : {}),
      ...(method === 'POST' ? { body: raw ?? JSON.stringify(body) } : {}),
    });
    const said = responses[reply.status];
    if (!said) throw new Error(`${id} says nothing of ${reply.status}: ${reply.text}`);
    const type = reply.headers.get('content-type')?.split(';')[0] ?? '';
    const media = said.content?.[type];
    if (!said.content) expect(reply.text).toBe('');
    else if (!media) throw new Error(`${id} says nothing of ${type}`);
    else if (type === 'text/event-stream') expect(eventNames(reply.text)).toEqual(expect.arrayContaining(['answer']));
    else expect(complaints(media.schema, reply.json), `${id} ${reply.status} ${reply.text}`).toEqual([]);
    return reply.status;
  };

  it('is valid OpenAPI 3.1, and says something of every operation there is', async () => {
    const result = await new Validator().validate(JSON.parse(JSON.stringify(described)));
    expect(result).toMatchObject({ valid: true });
    expect(operations().map(({ operationId }) => operationId)).toEqual(expect.arrayContaining(OPERATIONS));
    for (const { summary } of operations()) expect(summary).toMatch(/\S/);
    const names = operations().map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has schemas that compile', () => {
    for (const name of Object.keys(described.components.schemas)) ajv.compile({ $ref: `described#/components/schemas/${name}` });
  });

  it('has an example of every body, of its schema, and of every error its code', () => {
    for (const { operationId, requestBody, responses } of operations()) {
      for (const [status, { content = {} }] of [...Object.entries(responses), ['request', requestBody ?? {}] as const]) {
        for (const [type, media] of Object.entries(content)) {
          expect(examplesOf(media).length, `${operationId} ${status}`).toBeGreaterThan(0);
          if (type !== 'application/json') continue;
          for (const example of examplesOf(media)) expect(complaints(media.schema, example), `${operationId} ${status}`).toEqual([]);
        }
      }
      expect(Object.keys(responses), operationId).toContain('500');
    }
  });

  it.each(OPERATIONS)('%s replies to its own example as it says', async (id) => {
    const { parameters, requestBody, responses } = named(id);
    const [body] = requestBody ? examplesOf(requestBody.content['application/json'] ?? { schema: {} }) : [];
    const status = await send(id, { body, ...(parameters?.[0] ? { id: parameters[0].example } : {}) });
    expect(String(status)).toBe(Object.keys(responses)[0]);
  });

  it.each([
    ['search', { query: ' ' }, 'INVALID_QUERY'],
    ['search', { query: 'x', top_k: 51 }, 'INVALID_ARGUMENT'],
    ['rerank', { query: ' ', passages: [{ id: 'a', text: 'b' }] }, 'INVALID_QUERY'],
    ['answer', { question: ' ' }, 'INVALID_QUERY'],
    ['answer', { question: 'x', as_of: 'today' }, 'INVALID_ARGUMENT'],
  ])('%s has the message as its example that it replies to %o', async (id, body, code) => {
    const { path, responses } = named(id);
    const reply = await call('POST', path, { token, body: JSON.stringify(body) });
    expect(responses[400]?.content?.['application/json']?.examples?.[code]?.value).toMatchObject({ message: reply.json.message });
  });

  it.each(OPERATIONS)('%s replies to whatever its schema allows with something that it says', async (id) => {
    const { parameters, requestBody } = named(id);
    const bodies = requestBody ? valuesOf(requestBody.content['application/json']?.schema ?? {}, resolve) : fc.constant(undefined);
    const ids = parameters ? fc.string({ minLength: 1, maxLength: 60 }).filter((text) => !/^\.{1,2}$/.test(text)) : fc.constant('x');
    await fc.assert(
      fc.asyncProperty(bodies, ids, async (body, passage) => {
        expect(await send(id, { body, id: passage })).toBeLessThan(500);
      }),
      { numRuns: requestBody || parameters ? GENERATED : 1 },
    );
  });

  it.each(['search', 'openPassage', 'rerank', 'answer', 'mcp'])(
    '%s says what it does without a token, or with a body that is none',
    async (id) => {
      expect(await send(id, { body: {}, auth: false })).toBe(401);
      const { requestBody } = named(id);
      if (!requestBody) return;
      expect(await send(id, { raw: '{"query":' })).toBe(400);
      expect(await send(id, { body: {} })).toBe(400);
      expect(await send(id, { body: { query: 'x'.repeat(30_000) } })).toBe(413);
    },
  );
});
