import { identifiers, queryIdentifiers } from '../../documents/identify.ts';
import { type Scan, scan } from './value.ts';

const TOKEN = /[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)*/gu;
/** `24V`, `30-day`, `3rd`: a number and what it counts. */
const COUNTED = /^(\d+(?:[.,]\d+)?)-?\p{L}+$/u;

/** Codes: letters beside digits, versions, names with underscores. A number by itself is none. */
export const codes = (text: string): Scan =>
  scan(text, TOKEN, ([token]) => {
    if (/^\d+(?:\.\d+)?$/.test(token) || COUNTED.test(token)) return undefined;
    const readings = identifiers(token).map((form) => `code:${form}`);
    return readings.length > 0 ? { readings, ...rangeOf(token) } : undefined;
  });

/** `10-20` is a range or a code. */
function rangeOf(token: string) {
  if (!/^\d+(?:\.\d+)?(?:-\d+(?:\.\d+)?)+$/.test(token)) return {};
  const parts = token.split('-');
  return {
    or: parts.map((part) => ({ written: part, readings: [`number:${Number(part)}`, `number:${part}`] })),
    stated: parts.flatMap((part) => [`number:${Number(part)}`, `number:${part}`, `bare:${Number(part)}`]),
  };
}

/** Every code that a passage may be said to state, also where it has a space for a hyphen. */
export const statedCodes = (text: string): readonly string[] => queryIdentifiers(text).map((form) => `code:${form}`);
