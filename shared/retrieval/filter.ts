import { z } from 'zod';
import { isoDate } from '../documents/dates.ts';
import type { Metadata } from '../documents/document.ts';
import { InvalidInput } from '../errors.ts';

export type Scalar = string | number | boolean;
export type Comparison = 'gt' | 'gte' | 'lt' | 'lte';

/** What one field of a document's metadata must be. */
export type Condition =
  | { readonly field: string; readonly in: readonly Scalar[] }
  | { readonly field: string; readonly is: Comparison; readonly value: string | number }
  | { readonly field: string; readonly exists: boolean };

/** Conditions that a document must meet, all of them. */
export type Filter = readonly Condition[];

/** The filter that every document passes. */
export const EVERYTHING: Filter = [];

const MOST = { fields: 32, values: 100, fieldChars: 200, valueChars: 1_000 };
/** Whether a text holds what no document can, and what can't be sent to Postgres: NUL, or half a surrogate pair. */
const isUnstorable = (value: string): boolean => value.includes('\u0000') || !value.isWellFormed();

const text = z
  .string()
  .max(MOST.valueChars)
  .refine((value) => !isUnstorable(value), 'holds a character that no document can hold');
const scalar = z.union([text, z.number(), z.boolean()]);
// A time with a zone becomes the form that times are stored in.
const bound = z.union([text.transform((value) => (/^\d{4}-\d\d-\d\dT/.test(value) && isoDate(value)) || value), z.number()]);
const range = z
  .strictObject({ gt: bound, gte: bound, lt: bound, lte: bound, exists: z.boolean() })
  .partial()
  .refine((given) => Object.values(given).some((value) => value !== undefined), 'names no comparison');
const wanted = z.union([scalar, z.array(scalar).max(MOST.values), range], {
  error: `must be a value, a list of up to ${MOST.values} values, or an object of gt, gte, lt, lte and exists`,
});
const COMPARISONS = ['gt', 'gte', 'lt', 'lte'] as const;

/**
 * A filter as a request has it: `{field: value | [values] | {gt?, gte?, lt?, lte?, exists?}}`, ANDed. Throws InvalidInput
 * INVALID_ARGUMENT on anything else.
 */
export function parseFilter(value: unknown): Filter {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed('must be an object of fields');
  // Not z.record, which leaves a field called __proto__ out: a condition that is dropped lets everything through.
  const fields = Object.entries(value);
  if (fields.length > MOST.fields) throw malformed(`has more than ${MOST.fields} fields`);
  return fields.flatMap(([field, given]) => {
    if (field === '' || field.length > MOST.fieldChars || isUnstorable(field)) throw malformed('has a field name that can be none');
    const parsed = wanted.safeParse(given);
    if (!parsed.success) throw malformed(`${JSON.stringify(field)}: ${parsed.error.issues[0]?.message}`);
    return conditionsOf(field, parsed.data);
  });
}

const malformed = (what: string): InvalidInput => new InvalidInput('INVALID_ARGUMENT', `filter: ${what}`);

function conditionsOf(field: string, given: z.output<typeof wanted>): Filter {
  if (Array.isArray(given)) return [{ field, in: given }];
  if (typeof given !== 'object') return [{ field, in: [given] }];
  return [
    ...COMPARISONS.flatMap((is): Filter => {
      const value = given[is];
      return value === undefined ? [] : [{ field, is, value }];
    }),
    ...(given.exists === undefined ? [] : [{ field, exists: given.exists }]),
  ];
}

/**
 * Whether a document's metadata passes. This is what the language means; a backend that filters by itself is tested
 * against it. A list passes when one of its items does. Values are equal when they are written alike, for object metadata
 * is text: `5` and `'5'`, `true` and `'true'`. A number compares with numbers and with text that is one; text compares by
 * code point, and where both begin as dates do, no further than the wanted one goes: `2026-01-31T08:00` is `lte`
 * `2026-01-31`. A field that is not there passes `exists: false` alone.
 */
export const passes = (metadata: Metadata, filter: Filter): boolean =>
  filter.every((condition) => {
    const stored = Object.hasOwn(metadata, condition.field) ? metadata[condition.field] : undefined;
    if ('exists' in condition) return (stored !== undefined) === condition.exists;
    if (stored === undefined) return false;
    const items: readonly Scalar[] = typeof stored === 'object' ? stored : [stored];
    if ('in' in condition) return items.some((item) => condition.in.some((value) => String(value) === String(item)));
    return items.some((item) => {
      const order = compare(item, condition.value);
      return order !== undefined && HOLDS[condition.is](order);
    });
  });

const HOLDS: Readonly<Record<Comparison, (order: number) => boolean>> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

/** Negative, 0 or positive as the stored value stands to the wanted one; undefined where they don't compare. */
function compare(stored: Scalar, value: string | number): number | undefined {
  if (typeof stored === 'boolean') return undefined;
  if (typeof stored === 'string' && typeof value === 'string') {
    const cut = DATE.test(value) && /^\d{4}(?:-|$)/.test(stored) ? stored.slice(0, value.length) : stored;
    return Buffer.compare(Buffer.from(cut), Buffer.from(value));
  }
  const [a, b] = [numberOf(stored), numberOf(value)];
  return a === undefined || b === undefined ? undefined : a - b;
}

/** A day, a month or a year. */
export const DATE = /^\d{4}(?:-\d\d(?:-\d\d)?)?$/;

/** As people write numbers; undefined for text that is none. */
export function numberOf(value: string | number): number | undefined {
  if (typeof value === 'number') return value;
  return /^[ \t\r\n]*[-+]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})[ \t\r\n]*$/.test(value) ? Number(value) : undefined;
}
