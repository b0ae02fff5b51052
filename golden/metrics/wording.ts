import { fold } from '../../shared/documents/fold.ts';

/** Written without spaces, or, as in Korean, with particles joined to the words: what stands beside such a letter is another word. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const LETTER = String.raw`[[\p{L}\p{M}\p{N}_]--[${UNSPACED}]]`;
const SPACES_BESIDE_UNSPACED = new RegExp(`(?<=[${UNSPACED}]) | (?=[${UNSPACED}])`, 'gv');
const ENDS_IN_LETTER = new RegExp(`${LETTER}$`, 'v');
const STARTS_WITH_LETTER = new RegExp(`^${LETTER}`, 'v');

/** Markers of citations stand in the middle of what they support, and emphasis in the middle of a phrase. */
const MARKERS = /\s*\[S\d+\]|[*`]+/g;
const HYPHENS = /[\u2010\u2011\u2212]/g;

/**
 * Whether a text says a wording, whatever the case, the width of the letters (NFKC) and the white space; in Chinese,
 * Japanese, Korean and Thai it may be anywhere or nowhere. Only whole words count, also beside letters of those scripts, and
 * only whole numbers: `12` is neither in `120` nor in `12.5`, but is in `12日`. Throws RangeError for an empty wording.
 */
export function says(text: string, wording: string): boolean {
  const said = normalise(text);
  const wanted = normalise(wording);
  if (wanted === '') throw new RangeError('a wording is empty');
  for (let at = said.indexOf(wanted); at >= 0; at = said.indexOf(wanted, at + 1)) {
    if (isApart(said.slice(0, at), wanted) && isApart(wanted, said.slice(at + wanted.length))) return true;
  }
  return false;
}

const normalise = (text: string): string =>
  fold(text.replaceAll(MARKERS, '')).replaceAll(HYPHENS, '-').replaceAll(/\s+/g, ' ').replaceAll(SPACES_BESIDE_UNSPACED, '').trim();

/** Whether a word and a number end where two texts meet. */
const isApart = (before: string, after: string): boolean =>
  !(ENDS_IN_LETTER.test(before) && STARTS_WITH_LETTER.test(after)) &&
  !(/\p{Nd}[.,]$/u.test(before) && /^\p{Nd}/u.test(after)) &&
  !(/\p{Nd}$/u.test(before) && /^[.,]\p{Nd}/u.test(after));
