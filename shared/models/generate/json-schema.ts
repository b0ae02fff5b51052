import { z } from 'zod';

/** Keywords of JSON Schema that Gemini takes: reference/google-cloud.md, 3.3. Others are left to the check of the reply. */
const TAKEN = new Set(
  '$id $defs $ref $anchor type format title description enum items prefixItems minItems maxItems minimum maximum anyOf oneOf properties additionalProperties required propertyOrdering'.split(
    ' ',
  ),
);
/** Keywords whose own keys are names. */
const NAMES = new Set(['properties', '$defs']);

const made = new WeakMap<z.ZodType, Schema>();

type Schema = Readonly<Record<string, unknown>>;

/** A schema as the service takes it. */
export function jsonSchema(schema: z.ZodType): Schema {
  const known = made.get(schema);
  if (known) return known;
  const fresh = taken(z.toJSONSchema(schema, { io: 'input' }));
  made.set(schema, fresh);
  return fresh;
}

function taken(schema: Schema): Schema {
  const kept = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'const') return [['enum', [value]]];
    if (!TAKEN.has(key)) return [];
    if (NAMES.has(key) && isSchema(value)) return [[key, mapValues(value, inner)]];
    return [[key, inner(value)]];
  });
  return Object.fromEntries(kept);
}

const inner = (value: unknown): unknown => (Array.isArray(value) ? value.map(inner) : isSchema(value) ? taken(value) : value);

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);

const mapValues = (record: Schema, of: (value: unknown) => unknown): Schema =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, of(value)]));
