import fc, { type Arbitrary } from 'fast-check';

/** A JSON Schema, as far as ours go. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
}

const MOST_ITEMS = 4;

/** Values of a schema. `resolve` finds what a `$ref` names. */
export function valuesOf(schema: JsonSchema, resolve: (ref: string) => JsonSchema): Arbitrary<unknown> {
  const of = (inner: JsonSchema) => valuesOf(inner, resolve);
  if (schema.$ref) return of(resolve(schema.$ref));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(of));
  const { type = 'anything' } = schema;
  if (typeof type !== 'string') return fc.oneof(...type.map((each) => of({ ...schema, type: each })));
  const make = MAKERS[type];
  if (!make) return fc.jsonValue();
  return make(schema, of);
}

type Maker = (schema: JsonSchema, of: (inner: JsonSchema) => Arbitrary<unknown>) => Arbitrary<unknown>;

const MAKERS: Readonly<Record<string, Maker>> = {
  string: ({ format, minLength = 0, maxLength = 40 }) => (format === 'date' ? days : fc.string({ minLength, maxLength })),
  integer: ({ minimum = -5, maximum = 100 }) => fc.integer({ min: minimum, max: Math.min(maximum, 1_000) }),
  number: ({ minimum = -5, maximum = 100 }) => fc.double({ min: minimum, max: maximum, noNaN: true }),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: ({ items = {}, minItems = 0, maxItems = MOST_ITEMS }, of) =>
    fc.array(of(items), { minLength: minItems, maxLength: Math.min(maxItems, MOST_ITEMS) }),
  object: ({ properties = {}, required = [], additionalProperties }, of) => {
    const known = fc.record(Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, of(inner)])), {
      requiredKeys: [...required],
    });
    if (typeof additionalProperties !== 'object') return known;
    const more = fc.dictionary(fc.constantFrom('product', 'version', 'a b'), of(additionalProperties), { maxKeys: 2 });
    return fc.tuple(more, known).map(([others, own]) => ({ ...others, ...own }));
  },
};

const days = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
