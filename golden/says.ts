import { fold } from '../shared/documents/fold.ts';

/** Both of one word or number, in scripts that put spaces between words. */
const JOINED = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]{2}$/u;
const DECIMAL = /^\p{N}[.,]\p{N}$/u;

/**
 * Whether a text has a wording, whatever their case, spaces, and marks of emphasis and code. A wording is whole words and
 * whole numbers: `20` is not in `2026`, `120` or `20.5`, and `7 m` not in `7 mm`.
 */
export function says(text: string, wording: string): boolean {
  const said = plain(text);
  const wanted = plain(wording);
  if (wanted === '') return false;
  for (let start = said.indexOf(wanted); start !== -1; start = said.indexOf(wanted, start + 1)) {
    if (!isInside(said, start) && !isInside(said, start + wanted.length)) return true;
  }
  return false;
}

/** Whether a word or number goes on across a place of the text. */
const isInside = (text: string, place: number): boolean =>
  JOINED.test(text.slice(Math.max(0, place - 1), place + 1)) ||
  DECIMAL.test(text.slice(Math.max(0, place - 2), place + 1)) ||
  DECIMAL.test(text.slice(Math.max(0, place - 1), place + 2));

const plain = (text: string): string => fold(text).replaceAll(/[*`]/g, '').replaceAll(/\s+/g, ' ').trim();
