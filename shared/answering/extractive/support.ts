import { statedIn } from '../values/values.ts';
import type { Candidate, Candidates } from './candidates.ts';
import type { Question } from './question.ts';

/** How near the question is to what may answer it, by the local encoder: cosines. */
export interface Nearness {
  readonly unit: number;
  readonly passage: number;
}

export type Support = { readonly supported: true } | { readonly supported: false; readonly reason: string };

/**
 * What the best candidate has of a question, added up, and how much of that is enough: one question in ten that is answered scores
 * less (golden sets; `npm run eval:answers` measures it). The cosines are those of the local encoder: another model's are of another size.
 */
const WITH_NEARNESS = { enough: 1.45, passage: 1, context: 2, unknown: -0.3, nearUnit: 2, nearPassage: 1 };
/** Without an encoder. */
const BY_WORDS = { enough: 0.45, unit: 1, passage: 1, context: 1 };
/** Candidates that have about as much of a question as the best one may have what it asks for instead. */
const ABOUT_AS_GOOD = 0.9;
/** A row of a table has few words: the figure may stand in one that shares less with the question. */
const HALF_AS_GOOD = 0.5;
/** A time that is no date: so many days, a year, a century. */
const SPAN =
  /\b(?:1\d|20)\d\d(?:s|\b)|\bcentur(?:y|ies)\b|\bBP\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:day|week|month|year|hour|minute)s?\b|\b(?:tage?n?|wochen?|monate?n?|jahre?n?)\b|\b(?:días?|semanas?|mes(?:es)?|años?)\b|[日週月年]/iu;

/** Whether passages answer a question, as far as its words and an encoder tell. */
export function supportOf(question: Question, found: Candidates, nearness: Nearness | undefined): Support {
  const [best] = found.candidates;
  if (!best || found.terms.length === 0) return refused('Nothing was found on it.');
  if (!sharesWords(question, found, best)) return refused('What was found does not speak of it.');
  if (!found.knowsNames) return refused('What was found does not speak of what the question names.');
  if (question.wantsMoment && !hasMoment(found.candidates)) return refused('What was found names no time for it.');
  const { measure } = question;
  if (measure && !good(found.candidates, HALF_AS_GOOD).some(({ text }) => measure.test(text)))
    return refused('What was found has no figure for it.');
  if (supportScore(found, best, nearness) < (nearness ? WITH_NEARNESS : BY_WORDS).enough) {
    return refused('What was found does not answer it.');
  }
  return { supported: true };
}

/** The figure that is held against what is enough. */
export function supportScore({ terms, unknown }: Candidates, best: Candidate, nearness: Nearness | undefined): number {
  const { inUnit, inContext, inPassage } = best;
  if (!nearness) return BY_WORDS.unit * inUnit + BY_WORDS.passage * inPassage + BY_WORDS.context * inContext;
  return (
    WITH_NEARNESS.passage * inPassage +
    WITH_NEARNESS.context * inContext +
    WITH_NEARNESS.unknown * (unknown.length / (terms.length || 1)) +
    WITH_NEARNESS.nearUnit * nearness.unit +
    WITH_NEARNESS.nearPassage * nearness.passage
  );
}

/**
 * Whether what is best has a word of the question. The encoder is an English one: of a question in letters that it can't read its figures
 * say nothing, so there a word has to be shared that is no piece of a code.
 */
function sharesWords({ codes }: Question, { terms }: Candidates, best: Candidate): boolean {
  const words = terms.filter((term) => /\p{L}/u.test(term));
  const unread = words.filter((term) => !/\p{Script=Latin}/u.test(term));
  if (unread.length === 0 || 2 * unread.length < words.length) return best.inUnit + best.inContext > 0;
  return words.some((term) => (best.terms.has(term) || best.context.has(term)) && !codes.some((code) => code.includes(term)));
}

/** Those that have as much of the question as the best one, or nearly. */
function good(candidates: readonly Candidate[], share: number): readonly Candidate[] {
  const least = share * (candidates[0]?.score ?? 0);
  return candidates.filter(({ score }) => score >= least);
}

/** Whether one of the best candidates says when. */
function hasMoment(candidates: readonly Candidate[]): boolean {
  return good(candidates, ABOUT_AS_GOOD).some(
    ({ text }) => SPAN.test(text) || [...statedIn(text).readings].some((reading) => /^(?:date|time):/.test(reading)),
  );
}

const refused = (reason: string): Support => ({ supported: false, reason });
