import type { StoredMetadata } from './engine.ts';
import { invalid } from './refusal.ts';
import type { MetadataValue, SchemaDetails } from './wire.ts';

/** The formats that the schema's documentation lists: a year, and as much after it as there is. */
const DATETIME = /^\d{4}(-\d{2}(-\d{2}((T\d{2}(:\d{2}(:\d{2}(\.\d+)?)?)?)?(Z|[+-]\d{2}(:?\d{2})?)?)?)?)?$/;

const HAS: Readonly<Record<string, (value: MetadataValue) => boolean>> = {
  INTEGER: ({ intValue }) => intValue !== undefined,
  FLOAT: ({ floatValue }) => floatValue !== undefined,
  STRING: ({ strValue }) => strValue !== undefined,
  DATETIME: ({ datetimeValue }) => datetimeValue !== undefined && DATETIME.test(datetimeValue),
  BOOLEAN: ({ boolValue }) => boolValue !== undefined,
  LIST: ({ listValue }) => Boolean(listValue),
};

export const isType = (type: string) => type in HAS;

/** Refuses a value that is not of its schema's type. */
export function refuseValue(key: string, value: MetadataValue | null, { type = '', listConfig }: SchemaDetails): void {
  if (!value || !HAS[type]?.(value)) throw invalid(`The value of metadata ${key} is not of the type ${type} of its schema.`);
  const element = listConfig?.valueSchema;
  if (element) for (const each of value.listValue?.values ?? []) refuseValue(key, each, element);
}

/** A value as JSON has it. */
export const plainOf = (value: MetadataValue): unknown =>
  value.listValue
    ? value.listValue.values.map(plainOf)
    : (value.strValue ?? value.datetimeValue ?? value.boolValue ?? value.floatValue ?? Number(value.intValue));

/** A file's `userMetadata`. */
export const jsonOf = (all: Iterable<StoredMetadata>): object =>
  Object.fromEntries([...all].map(({ key, value }) => [key, plainOf(value)]));
