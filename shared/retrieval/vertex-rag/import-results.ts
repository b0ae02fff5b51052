import { status } from '@grpc/grpc-js';
import { z } from 'zod';
import { byStatus } from '../../grpc-status.ts';

/** What became of one object of an import. */
export interface Imported {
  /** The file that it is now, where the result names it. */
  readonly file: string | undefined;
  readonly failure: ImportFailure | undefined;
  /** What is said of it, good or bad. */
  readonly said?: string | undefined;
}

export interface ImportFailure {
  readonly reason: string;
  /** Whether trying again may help. */
  readonly isPassing: boolean;
}

/** By gRPC status, whether a while may mend it. */
const PASSING = byStatus({
  malformed: false,
  notAllowed: false,
  notThere: false,
  notReady: false,
  usedUp: true,
  tooSlow: true,
  failed: true,
});
const MOST_REASON_CHARS = 300;

const FILE = /projects\/[^/\s]+\/locations\/[^/\s]+\/ragCorpora\/[^/\s]+\/ragFiles\/[^/\s"]+/;
const FAILED_STATE = /^(ERROR|FAILED|FAILURE)$/i;
const anything = z.json();
type Json = z.output<typeof anything>;

/**
 * What the rows of an import's result say of the objects that were imported. How a row is laid out is documented nowhere, so
 * it is read by what any layout must hold: the object's address, a file's name, and where it failed a status code that is not 0,
 * a state that says so, or a message.
 */
export function readImportResults(ndjson: string, uris: readonly string[]): ReadonlyMap<string, Imported> {
  const wanted = new Set(uris);
  const found = new Map<string, Imported>();
  for (const line of ndjson.split('\n')) {
    const row = parse(line);
    if (row === undefined) continue;
    const leaves = [...leavesOf(row)];
    const uri = leaves.find(({ value }) => typeof value === 'string' && wanted.has(value))?.value;
    if (typeof uri !== 'string') continue;
    const file = leaves.flatMap(({ value }) => (typeof value === 'string' ? (FILE.exec(value)?.[0] ?? []) : []))[0];
    const said = saidOf(leaves);
    found.set(uri, { file, failure: failureOf(leaves, said), said });
  }
  return found;
}

function failureOf(leaves: readonly Leaf[], said: string | undefined): ImportFailure | undefined {
  const code = leaves.flatMap(({ key, value }) => (/code$/i.test(key) ? (codeOf(value) ?? []) : []))[0];
  const hasFailed =
    (code !== undefined && !isOk(code)) ||
    leaves.some(({ key, value }) => /state|status/i.test(key) && typeof value === 'string' && FAILED_STATE.test(value));
  return hasFailed ? failureSaid(said, code) : undefined;
}

/** A failure of which only words are known, or a code too: without a code the words tell whether trying again may help. */
export function failureSaid(said: string | undefined, code = said === undefined ? undefined : codeIn(said)): ImportFailure {
  const reason = said ?? (code === undefined ? 'RAG Engine gives no reason.' : `status ${code}`);
  return { reason, isPassing: code === undefined ? PASSES.test(reason) : isPassing(code) };
}

function saidOf(leaves: readonly Leaf[]): string | undefined {
  const message = leaves.find(({ key, value }) => /message|reason|error/i.test(key) && typeof value === 'string' && value !== '')?.value;
  return typeof message === 'string' ? message.slice(0, MOST_REASON_CHARS) : undefined;
}

const NAMES: ReadonlyMap<string, number> = new Map(
  Object.entries(status).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
);

/** A gRPC status, by its number or by its name, or an HTTP status: either is above or below the other. */
function codeOf(value: Leaf['value']): number | undefined {
  const code = typeof value === 'string' ? (NAMES.get(value) ?? (/^\d+$/.test(value) ? Number(value) : undefined)) : value;
  return typeof code === 'number' ? code : undefined;
}

/** The status that a message names, as in `RESOURCE_EXHAUSTED: Quota exceeded`. */
const codeIn = (said: string): number | undefined => said.match(/\b[A-Z]+(?:_[A-Z]+)*\b/g)?.flatMap((word) => NAMES.get(word) ?? [])[0];

const PASSES = /\bquota|\brate limit|too many requests|try again|temporar|unavailable|timed? ?out|internal error|\b(?:408|429|50[0-4])\b/i;

const isOk = (code: number): boolean => code === status.OK || (code >= 200 && code < 300);
const isPassing = (code: number): boolean => PASSING[code] ?? (code === 408 || code === 429 || (code >= 500 && code < 600));

interface Leaf {
  readonly key: string;
  readonly value: string | number | boolean | null;
}

function* leavesOf(value: Json, key = ''): Iterable<Leaf> {
  if (typeof value !== 'object' || value === null) yield { key, value };
  else for (const [name, inner] of Object.entries(value)) yield* leavesOf(inner, Array.isArray(value) ? key : name);
}

function parse(line: string): Json | undefined {
  try {
    return line.trim() === '' ? undefined : anything.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
