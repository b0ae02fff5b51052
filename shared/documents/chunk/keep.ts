import type { Range } from '../parse/segments.ts';
import type { Unit } from './units.ts';

/** A stretch of a section: a chunk of the version before that still stands there, or units to be cut anew. */
export interface Stretch {
  readonly units: readonly Unit[];
  readonly kept?: Range & { readonly body: string };
}

/** A chunk of less than this share of the target is not worth the embedding that it saves. */
const SLIVER = 1 / 3;

/**
 * Lays the chunks that a section had in the version before over its new text. Those that still stand there, in the
 * same order, are kept; what is left between them is to be cut anew. So a change costs the chunks that it touches,
 * however much longer or shorter it makes the text. What is left and is hardly a chunk takes the one before it along.
 */
export function keepChunks(text: string, section: readonly Unit[], bodies: readonly string[], targetChars: number): readonly Stretch[] {
  if (lengthOf(section) <= targetChars) return [{ units: section }];
  const headers = [...new Set(section.flatMap(({ header }) => header ?? []))];
  const stretches: Stretch[] = [];
  let next = 0;
  let previous: Range = { start: (section[0]?.start ?? 0) - 1, end: section[0]?.start ?? 0 };
  const cutAnew = (units: readonly Unit[]) => {
    const before = lengthOf(units) < targetChars * SLIVER ? (stretches.pop()?.units ?? []) : [];
    stretches.push({ units: [...before, ...units] });
  };
  for (const body of bodies) {
    const found = find(text, body, headers, previous, section);
    if (!found) continue;
    let first = next;
    while (first < found.last && startOf(section, first) < found.start) first++;
    if (first > next) cutAnew(section.slice(next, first));
    stretches.push({ units: section.slice(first, found.last + 1), kept: { start: found.start, end: found.end, body } });
    next = found.last + 1;
    previous = found;
  }
  if (next < section.length) cutAnew(section.slice(next));
  return stretches;
}

const lengthOf = (units: readonly Unit[]): number => (units.at(-1)?.end ?? 0) - (units[0]?.start ?? 0);

/**
 * Where `body` stands after the chunk before it (with which it may share an overlap), if it ends where a unit ends:
 * `last` is the index of that unit.
 */
function find(
  text: string,
  body: string,
  headers: readonly string[],
  previous: Range,
  section: readonly Unit[],
): (Range & { readonly last: number }) | undefined {
  const header = headers.find((candidate) => body.startsWith(`${candidate}\n`));
  for (const stands of header ? [body, body.slice(header.length + 1)] : [body]) {
    const start = text.indexOf(stands, previous.start + 1);
    if (start < 0) continue;
    const end = start + stands.length;
    const last = firstEndingAt(section, end);
    const unitEnd = section[last]?.end;
    if (end > previous.end && unitEnd !== undefined && text.slice(end, unitEnd).trim() === '') return { start, end, last };
  }
  return undefined;
}

/** The index of the first unit that ends at `offset` or after it: a binary search, for units are in order. */
function firstEndingAt(section: readonly Unit[], offset: number): number {
  let low = 0;
  let high = section.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((section[middle]?.end ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

const startOf = (section: readonly Unit[], i: number): number => section[i]?.start ?? Number.POSITIVE_INFINITY;
