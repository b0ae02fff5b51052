import { fold } from './fold.ts';

/** Scripts that are written without spaces, where a run of letters is a sentence and not a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const HANGUL = /^\p{Script=Hangul}+$/u;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
let segmenter: Intl.Segmenter | undefined;

/** The words of a text, folded, put apart also where its script has no spaces. */
export const words = (text: string): readonly string[] => (fold(text).match(WORD) ?? []).flatMap(parts);

function parts(run: string): readonly string[] {
  if (UNSPACED.test(run)) {
    // Made by the first text that needs it: a tenth of a cold start.
    segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
    return Array.from(segmenter.segment(run), ({ segment }) => segment);
  }
  return HANGUL.test(run) ? [run, ...bigrams(run)] : [run];
}

/**
 * Pairs of neighbouring syllables. Korean writes particles onto its nouns (서버, 서버의, 서버를), Postgres has no stemmer for
 * it, and pairs are what Lucene's CJKAnalyzer makes of it.
 */
const bigrams = (run: string): readonly string[] =>
  run.length > 2 ? Array.from({ length: run.length - 1 }, (_, i) => run.slice(i, i + 2)) : [];
