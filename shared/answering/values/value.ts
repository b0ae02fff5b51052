import type { Counted } from './units.ts';

/** Something in a text that is right or wrong by itself: a number, a date, a code, a quotation, a name. */
export interface Value {
  /** As the text has it. */
  readonly written: string;
  /** Ways to read it; any of them is enough. */
  readonly readings: readonly string[];
  /** Values that it may be instead, all of them together: `1 180` is one number or two. */
  readonly or?: readonly Value[];
  /** What a number counts, where the text has that beside it. */
  readonly unit?: Counted;
}

/** Values that were found, and the text with blanks where they stood. */
export interface Scan {
  readonly values: readonly Value[];
  /** Every reading of them, less exact ones included: a day states its month too. */
  readonly stated: readonly string[];
  readonly rest: string;
}

type Found = Omit<Value, 'written'> & {
  readonly stated?: readonly string[];
  /** How much behind the match belongs to it. */
  readonly taken?: number;
};

/** Looks for `pattern`; what `read` knows nothing of stays in the text. */
export function scan(text: string, pattern: RegExp, read: (match: RegExpMatchArray) => Found | undefined): Scan {
  const values: Value[] = [];
  const stated: string[] = [];
  let rest = text;
  for (const match of text.matchAll(pattern)) {
    const found = read(match);
    if (!found) continue;
    const { stated: more = [], taken = 0, ...value } = found;
    values.push({ written: match[0].trim(), ...value });
    stated.push(...found.readings, ...more);
    const end = match.index + match[0].length + taken;
    rest = rest.slice(0, match.index) + ' '.repeat(end - match.index) + rest.slice(end);
  }
  return { values, stated, rest };
}

/** Scans one after the other, each in what the ones before have left. */
export function scanAll(text: string, scans: readonly ((text: string) => Scan)[]): Scan {
  let rest = text;
  const values: Value[] = [];
  const stated: string[] = [];
  for (const each of scans) {
    const found = each(rest);
    values.push(...found.values);
    stated.push(...found.stated);
    rest = found.rest;
  }
  return { values, stated, rest };
}
