import type { StoredMetadata, StoredSchema } from './engine.ts';
import { plainOf } from './metadata-value.ts';
import { invalid } from './refusal.ts';

export type Matches = (metadata: ReadonlyMap<string, StoredMetadata>) => boolean;

type Literal = string | number | boolean;

const TOKEN = /\s*(?:(==|!=|&&|\|\||\(|\))|("(?:[^"\\\n]|\\.)*")|(-?\d+(?:\.\d+)?)(?![\w.])|(true|false)(?![\w-])|([a-z][a-z0-9-]*))/y;

/** What a schema's type is compared with. A LIST is compared with nothing here. */
const COMPARED: Readonly<Record<string, 'string' | 'number' | 'boolean'>> = {
  INTEGER: 'number',
  FLOAT: 'number',
  STRING: 'string',
  DATETIME: 'string',
  BOOLEAN: 'boolean',
};

/**
 * Whether a file's metadata match a filter; an empty one matches all. It is as much of CEL as examples of Google show:
 * `key == "text" && (other != 3 || third == true)`. A comparison of metadata that a file does not have is false.
 */
export function compileFilter(filter: string, schemas: ReadonlyMap<string, StoredSchema>): Matches {
  if (!filter) return () => true;
  const tokens = tokensOf(filter);
  let at = 0;
  const unexpected = () => invalid(`Invalid metadata_filter, at "${tokens[at] ?? 'its end'}": ${filter}`);
  const took = (token: string) => tokens[at] === token && Boolean(++at);

  const either = (): Matches => {
    const sides = [both()];
    while (took('||')) sides.push(both());
    return (metadata) => sides.some((side) => side(metadata));
  };
  const both = (): Matches => {
    const sides = [single()];
    while (took('&&')) sides.push(single());
    return (metadata) => sides.every((side) => side(metadata));
  };
  const single = (): Matches => {
    if (!took('(')) return comparison();
    const inner = either();
    if (!took(')')) throw unexpected();
    return inner;
  };
  const comparison = (): Matches => {
    const key = tokens[at] ?? '';
    if (!/^[a-z]/.test(key) || key === 'true' || key === 'false') throw unexpected();
    at++;
    const equal = took('==');
    if (!equal && !took('!=')) throw unexpected();
    const value = literalOf(tokens[at] ?? '');
    if (value === undefined) throw unexpected();
    at++;
    refuseComparison(key, value, schemas);
    return (metadata) => {
      const stored = metadata.get(key);
      if (!stored) return false;
      // A FLOAT has 32 bits: what was sent as 0.1 is another number than 0.1.
      const wanted = typeof value === 'number' && stored.value.floatValue !== undefined ? Math.fround(value) : value;
      return (plainOf(stored.value) === wanted) === equal;
    };
  };

  const matches = either();
  if (at < tokens.length) throw unexpected();
  return matches;
}

function tokensOf(filter: string): readonly string[] {
  const tokens: string[] = [];
  const next = new RegExp(TOKEN);
  while (next.lastIndex < filter.trimEnd().length) {
    const from = next.lastIndex;
    const match = next.exec(filter);
    if (!match) throw invalid(`Invalid metadata_filter, at "${filter.slice(from).trim()}": ${filter}`);
    tokens.push(match[0].trim());
  }
  return tokens;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', "'": "'", '\\': '\\' };

function literalOf(token: string): Literal | undefined {
  if (token === 'true' || token === 'false') return token === 'true';
  if (/^-?\d/.test(token)) return Number(token);
  if (!token.startsWith('"')) return undefined;
  return token.slice(1, -1).replace(/\\(.)/g, (whole, escaped: string) => {
    const meant = ESCAPES[escaped];
    if (meant === undefined) throw invalid(`Invalid metadata_filter: the escape ${whole} is not known.`);
    return meant;
  });
}

function refuseComparison(key: string, value: Literal, schemas: ReadonlyMap<string, StoredSchema>): void {
  const details = schemas.get(key)?.details;
  if (!details) throw invalid(`Invalid metadata_filter: undeclared reference to ${key}, which has no RagDataSchema.`);
  if (details.searchStrategy?.searchStrategyType === 'NO_SEARCH') throw invalid(`Invalid metadata_filter: ${key} is NO_SEARCH.`);
  if (COMPARED[details.type ?? ''] !== typeof value) {
    throw invalid(`Invalid metadata_filter: ${key} is ${details.type}, and not compared with ${JSON.stringify(value)}.`);
  }
}
