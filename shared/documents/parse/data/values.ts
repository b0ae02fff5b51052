import type { ListItem, RootContent } from 'mdast';
import { heading, item, list, paragraph } from '../build.ts';
import { recordsOrTable } from './records.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Headings go no deeper; below them values are lines with their whole path. */
const HEADING_LEVELS = 3;
/** Keys whose value names a record. */
const LABELS = ['title', 'name', 'label', 'heading', 'question', 'summary', 'id', 'key', 'code', 'slug'];
const LONG_LABEL_CHARS = 120;

const isObject = (value: unknown): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isScalar = (value: unknown): value is null | boolean | number | string => typeof value !== 'object' || value === null;

/** Blocks of a JSON value: its scalars as lines, its parts as sections. */
export function valueBlocks(value: unknown, path = '', level = 1): RootContent[] {
  if (isScalar(value)) return value === null || value === '' ? [] : [paragraph(path ? `${path}: ${value}` : String(value))];
  if (Array.isArray(value)) return arrayBlocks(value, path, level);
  if (!isObject(value)) return [];
  const entries = Object.entries(value);
  const lines = entries.filter(([, each]) => isScalar(each) || isScalars(each));
  const parts = entries.filter(([, each]) => !(isScalar(each) || isScalars(each)));
  return [
    ...linesOf(lines, path),
    ...parts.flatMap(([key, each]) => {
      const here = path ? `${path}.${key}` : key;
      if (level > HEADING_LEVELS) return valueBlocks(each, here, level + 1);
      const below = valueBlocks(each, here, level + 1);
      return below.length > 0 ? [heading(level + 1, here), ...below] : [];
    }),
  ];
}

function arrayBlocks(values: readonly unknown[], path: string, level: number): RootContent[] {
  if (isScalars(values)) return values.length > 0 ? [list(values.map((value) => item(paragraph(String(value)))))] : [];
  const flat = flatRecords(values);
  if (flat) return recordsOrTable(flat.names, flat.rows);
  return values.flatMap((value, i) => {
    const here = `${path}[${i}]`;
    const below = valueBlocks(value, isObject(value) ? '' : here, level + 1);
    if (below.length === 0 || level > HEADING_LEVELS) return below;
    return [heading(level + 1, labelOf(value) ?? (here || `[${i}]`)), ...below];
  });
}

const isScalars = (value: unknown): value is readonly (null | boolean | number | string)[] => Array.isArray(value) && value.every(isScalar);

/** A record that says more than this is a section of its own. */
const MOST_RECORD_CHARS = 800;
const MOST_COLUMNS = 40;

/** Small objects, as the rows of a table: what is nested in them is named by its path. */
function flatRecords(
  values: readonly unknown[],
): { readonly names: readonly string[]; readonly rows: readonly (readonly string[])[] } | undefined {
  if (values.length < 2 || !values.every(isObject)) return undefined;
  const records: Map<string, string>[] = [];
  const names = new Set<string>();
  for (const value of values) {
    const record = new Map<string, string>();
    flatten(value, '', record);
    let chars = 0;
    for (const [name, said] of record) {
      names.add(name);
      chars += name.length + said.length;
    }
    if (chars > MOST_RECORD_CHARS || names.size > MOST_COLUMNS) return undefined;
    records.push(record);
  }
  const columns = [...names];
  return columns.length < 2 ? undefined : { names: columns, rows: records.map((record) => columns.map((name) => record.get(name) ?? '')) };
}

function flatten(value: Json, path: string, into: Map<string, string>): void {
  if (isScalar(value) || isScalars(value)) {
    const said = isScalars(value) ? value.join(', ') : value === null ? '' : String(value);
    into.set(path, said.replaceAll(/\s+/g, ' ').trim());
  } else if (Array.isArray(value)) {
    for (const [i, each] of value.entries()) flatten(each, `${path}[${i}]`, into);
  } else {
    for (const [key, each] of Object.entries(value)) flatten(each, path ? `${path}.${key}` : key, into);
  }
}

function linesOf(entries: readonly (readonly [string, Json])[], path: string): RootContent[] {
  const items = entries.flatMap(([key, value]): ListItem[] => {
    const said = isScalars(value) ? value.join(', ') : value === null ? '' : String(value);
    return said === '' ? [] : [item(paragraph(`${path && !/^\[/.test(path) ? `${path}.` : ''}${key}: ${said}`))];
  });
  return items.length > 0 ? [list(items)] : [];
}

/** What a record calls itself. */
export function labelOf(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const key = LABELS.find((label) => typeof value[label] === 'string' || typeof value[label] === 'number');
  const label = key && String(value[key]).replaceAll(/\s+/g, ' ').trim();
  return label ? label.slice(0, LONG_LABEL_CHARS) : undefined;
}
