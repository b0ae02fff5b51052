import { isMap, isScalar as isScalarNode, isSeq, parseDocument, visit, YAMLParseError } from 'yaml';
import type { Metadata, MetadataValue } from '../document.ts';
import { MOST_VALUES } from './metadata.ts';
import type { Range } from './segments.ts';

const OPTIONS = { schema: 'core', logLevel: 'error' } as const;

/** Whether a block between two lines of `---` is meant as front matter: names with values, or a slip in them. Anything else is text between two rules. */
export function isFrontMatter(yaml: string): boolean {
  const { contents, errors } = parseDocument(yaml, OPTIONS);
  if (errors.length > 0) return true;
  return isMap(contents) && contents.items.every(({ key }) => isScalarNode(key)) && contents.items.some(({ value }) => says(value));
}

const says = (value: unknown): boolean => (isScalarNode(value) ? value.value !== null : value !== null);

/**
 * Metadata of a YAML block: scalars and lists of scalars; what is nested or empty is left out. A number that would be
 * written otherwise, such as `1.10` or `01234`, is the string that the block has. Returns undefined when it is not YAML, for a slip in the front matter must not keep a document from being found.
 */
export function frontMatter(yaml: string): Metadata | undefined {
  let value: unknown;
  try {
    value = valueIn(yaml);
  } catch (error) {
    // A ReferenceError is the parser's own bound on aliases, which would otherwise expand without end.
    if (error instanceof YAMLParseError || error instanceof ReferenceError) return undefined;
    throw error;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, MetadataValue] => isMetadata(entry[1])));
}

function valueIn(yaml: string): unknown {
  const document = parseDocument(yaml, OPTIONS);
  if (document.errors[0]) throw document.errors[0];
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'number' && node.source !== undefined && String(node.value) !== node.source) node.value = node.source;
    },
  });
  return document.toJS();
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));

const isMetadata = (value: unknown): value is MetadataValue => isScalar(value) || (Array.isArray(value) && value.every(isScalar));

/**
 * Where in a YAML block the lists stand that are longer than metadata may be. Pages of reference list hundreds of names
 * there that their text does not repeat; they are text then, or nobody would find them.
 */
export function longLists(yaml: string): readonly Range[] {
  const ranges: Range[] = [];
  visit(parseDocument(yaml, OPTIONS), {
    Pair(_, { value }) {
      if (!isSeq(value) || value.items.length <= MOST_VALUES || !value.range) return;
      if (value.items.every(isScalarNode)) ranges.push({ start: value.range[0], end: value.range[1] });
    },
  });
  return ranges;
}
