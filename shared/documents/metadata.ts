import { createHash } from 'node:crypto';
import { isoDate } from './dates.ts';
import type { Metadata, MetadataValue, ParsedDocument } from './document.ts';

export type FieldType = 'string' | 'number' | 'date' | 'boolean' | 'list';

/** What a metadata field holds, and where it is to be found when neither the object nor the document names it. */
export interface FieldRule {
  readonly type: FieldType;
  /** The n-th folder of the object's path below its tenant, from 1. */
  readonly path?: number | undefined;
  /** Matched against the title, the path or the text: its first group, or the whole match; every match for a list. */
  readonly pattern?: RegExp | undefined;
  readonly in?: 'title' | 'path' | 'text' | undefined;
}

export type FieldRules = Readonly<Record<string, FieldRule>>;

/** Fields with a meaning of their own, whatever the configuration says of others. */
export const NAMED_FIELDS: FieldRules = {
  doc_type: { type: 'string' },
  product: { type: 'string' },
  version: { type: 'string' },
  locale: { type: 'string' },
  audience: { type: 'list' },
  effective_from: { type: 'date' },
  effective_until: { type: 'date' },
  updated_at: { type: 'date' },
};

const MOST_MATCHES = 100;

/** Changes whenever the rules do, so that stored metadata is known to be of older ones. */
export const fieldsVersion = (rules: FieldRules): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(rules), (_, value) => (value instanceof RegExp ? String(value) : value)))
    .digest('hex')
    .slice(0, 8);

/** What a document says of itself, by rule where the document does not say it outright, and its language. */
export function ownMetadata(
  { title, text, language, metadata }: Pick<ParsedDocument, 'title' | 'text' | 'language' | 'metadata'>,
  documentId: string,
  rules: FieldRules,
): Metadata {
  const derived = Object.fromEntries(
    Object.entries(rules).flatMap(([field, rule]) => {
      const value = found(rule, { title, text, path: documentId });
      return value === undefined ? [] : [[field, value]];
    }),
  );
  return { ...typed(derived, rules), language, ...typed(metadata, rules) };
}

/** What an object says of its document. */
export const objectMetadata = (metadata: Metadata, rules: FieldRules): Metadata => typed(metadata, rules);

function found(
  { type, path, pattern, in: place = 'text' }: FieldRule,
  texts: Readonly<Record<'title' | 'text' | 'path', string>>,
): MetadataValue | undefined {
  const folders = texts.path.split('/').slice(0, -1);
  if (path !== undefined && folders[path - 1] !== undefined) return folders[path - 1];
  if (!pattern) return undefined;
  const matches = texts[place].matchAll(pattern).map(([whole, group]) => group ?? whole);
  if (type !== 'list') return matches.next().value;
  const all = [...new Set(matches.take(MOST_MATCHES))];
  return all.length > 0 ? all : undefined;
}

/** The metadata with each field that has a rule as its type; what can't be read as that type stays as it was written. */
const typed = (metadata: Metadata, rules: FieldRules): Metadata =>
  Object.fromEntries(
    Object.entries(metadata).map(([field, value]) => {
      const rule = NAMED_FIELDS[field] ?? rules[field];
      return [field, (rule && CONVERSIONS[rule.type](value)) ?? value];
    }),
  );

const CONVERSIONS: Readonly<Record<FieldType, (value: MetadataValue) => MetadataValue | undefined>> = {
  string: (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined),
  number: (value) => (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : undefined),
  boolean: (value) => (value === 'true' ? true : value === 'false' ? false : undefined),
  // YAML takes 2026 and 20260131 for numbers.
  date: (value) => (typeof value === 'string' || typeof value === 'number' ? isoDate(String(value)) : undefined),
  list: (value) =>
    typeof value === 'string'
      ? value
          .split(',')
          .map((item) => item.trim())
          .filter((item) => item !== '')
      : Array.isArray(value)
        ? value
        : [value].flat(),
};
