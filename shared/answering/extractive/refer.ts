import { identifiers } from '../../documents/identify.ts';
import { names } from '../values/names.ts';
import { heavyWords } from './question.ts';

/** Codes as they are written. A figure with its unit (`4.8mm`) is none. */
const WRITTEN = /[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)*/gu;
const CODE = /^\p{L}|^\d{2,}-\d{3,}$/u;

/** Words that stand for what was named before, in the languages that questions are split in. */
const REFERS =
  /(?<!\p{L})(?:it|its|they|them|their|theirs|this|these|those|that(?=\s*[?.!]*$)|dessen|deren|davon|dafür|dazu|darüber|sein(?:e[rnms]?)?|su|sus|ello|esto|eso|son|sa|ses|cela|ça)(?!\p{L})|それ|その|它|其/iu;
/** How a question begins that goes on from the one before it. */
const GOES_ON = /^[¿\s]*(?:and|und|y|et)(?!\p{L})|^(?:what|how) about\b/iu;

/** A question that names more is about a list, and so is nothing that refers to it. */
const MOST_SUBJECTS = 4;

/** What a question names, as it writes it: its codes, or else its names. */
export function subjectsOf(text: string): readonly string[] {
  const codes = (text.match(WRITTEN) ?? []).filter((token) => CODE.test(token) && identifiers(token).length > 0);
  return [...new Set(codes.length > 0 ? codes : names(text).map(({ written }) => written))];
}

/** Whom to call is asked by a verb that says little anywhere else. */
const ASKS_WHO = /\bwho(?:m|se)?\b/i;

/** Whether a question says what it is about only by what was asked before it. */
export const isBare = (text: string): boolean =>
  heavyWords(text).length === 0 && subjectsOf(text).length === 0 && (REFERS.test(text) || !ASKS_WHO.test(text));

/** The questions, each with what it refers to in its own text, for it is answered by itself: `what do I do about it (E-4012)?`. */
export function resolved(parts: readonly string[], before: readonly string[]): readonly string[] {
  let known = before.map(subjectsOf).findLast((subjects) => subjects.length > 0) ?? [];
  return parts.map((part, i) => {
    const own = subjectsOf(part);
    const refers = REFERS.test(part) || isBare(part) || (i === 0 && GOES_ON.test(part));
    if (own.length === 0) return refers && known.length > 0 && known.length <= MOST_SUBJECTS ? withSubjects(part, known) : part;
    known = own;
    return part;
  });
}

const withSubjects = (part: string, subjects: readonly string[]): string =>
  part.replace(/\s*([?？؟.!]*)\s*$/u, ` (${subjects.join(', ')})$1`);
