import type { Metadata, MetadataValue } from '../document.ts';

const MOST_CHARS = 2_000;
/** A longer list is no metadata but text. */
export const MOST_VALUES = 100;

/** Metadata of a size that can be stored and filtered by. */
export const bounded = (metadata: Metadata): Metadata =>
  Object.fromEntries(Object.entries(metadata).map(([key, value]): [string, MetadataValue] => [key.slice(0, MOST_CHARS), cut(value)]));

const cut = (value: MetadataValue): MetadataValue => {
  if (typeof value === 'string') return value.slice(0, MOST_CHARS).toWellFormed();
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return value.slice(0, MOST_VALUES).map((each) => (typeof each === 'string' ? each.slice(0, MOST_CHARS).toWellFormed() : each));
};

/** The fields that say something: without what is undefined, empty or white space. */
export const said = (fields: Readonly<Record<string, MetadataValue | undefined>>): Metadata =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([key, value]) => [key, typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : value] as const)
      .filter(
        (entry): entry is [string, MetadataValue] =>
          entry[1] !== undefined && entry[1] !== '' && !(Array.isArray(entry[1]) && entry[1].length === 0),
      ),
  );

/** `a, b; c` as a list. */
export const keywords = (value: string | undefined): readonly string[] | undefined =>
  value
    ?.split(/[,;]/)
    .map((keyword) => keyword.trim())
    .filter((keyword) => keyword !== '');
