import type { Hit } from '../retrieval/backend.ts';
import { type Claim, claimsIn, isCourtesy } from './claims.ts';
import { MARKER, markerOf, resolveMarkers } from './markers.ts';
import { overlap, termsOf } from './overlap.ts';
import { quoteFor } from './quote.ts';
import { misplacedIn } from './subjects.ts';
import { smallWordsLanguage } from './values/language.ts';
import { scriptOf } from './values/script.ts';
import { missingIn, type Stated, statedIn } from './values/values.ts';

/** What a citation needs of a passage. */
export type Citable = Pick<Hit, 'id' | 'documentId' | 'section' | 'text' | 'source'>;

/** The passages that a model was given, by marker. */
export type Given = ReadonlyMap<string, Citable>;

/** Passages with the markers that they are cited by, in their order. */
export const markPassages = <P extends Citable>(passages: readonly P[], from = 1): ReadonlyMap<string, P> =>
  new Map(passages.map((passage, i) => [markerOf(from + i), passage]));

/**
 * `supported`: every value in it stands in a passage that it cites, and beside what it is said of. `unsupported`: one does not, or what
 * it cites has nothing to do with it. `unmarked`: it claims something and cites nothing. `aside`: it claims nothing.
 */
export type Status = 'supported' | 'unmarked' | 'unsupported' | 'aside';

export interface Verdict extends Omit<Claim, 'factual'> {
  readonly status: Status;
  /** Values in it that stand in no passage that it cites, or there of something else, as it has them. */
  readonly missing: readonly string[];
  /** The marker of a passage that it should have cited, where what it cites is about something else. */
  readonly better?: string;
}

export interface Checked {
  readonly verdicts: readonly Verdict[];
  /** Markers of nothing that was given, taken out. */
  readonly unresolved: readonly string[];
}

/** Where the cited passages share less than HARDLY of a sentence's words, and another shares CLEARLY_MORE on top of that, the wrong one is cited. */
const HARDLY = 0.34;
const CLEARLY_MORE = 0.4;
/** A sentence that shares less of its words with what it cites is from somewhere else, where both are known to be of one language. */
const LEAST = 0.2;
/** So many words tell what a sentence is about, without its numbers. */
const ENOUGH_WORDS = 3;
/** Words that answer by themselves. */
const BARE = new Set(['yes', 'ja', 'nein', 'si', 'oui', 'sim', 'はい', 'いいえ', '是']);

/** An answer, held against the passages that it was written from, a sentence at a time. */
export function checkAnswer(answer: string, given: Given, language?: string): Checked {
  const stated = new Map(Array.from(given, ([marker, passage]) => [marker, statedIn(readable(passage))] as const));
  const isWord = (word: string) => stated.values().some(({ readings }) => readings.has(`word:${word}`) || readings.has(`code:${word}`));
  const { text, unresolved } = resolveMarkers(answer, new Set(given.keys()), isWord);
  const written = smallWordsLanguage(text);
  return { verdicts: claimsIn(text, language).map((claim) => judge(claim, given, stated, written)), unresolved };
}

function judge({ factual, ...claim }: Claim, given: Given, stated: ReadonlyMap<string, Stated>, language: string | undefined): Verdict {
  if (claim.markers.length === 0) return { ...claim, status: factual ? 'unmarked' : 'aside', missing: [] };
  const missing = missingIn(
    claim.said,
    claim.markers.flatMap((marker) => stated.get(marker) ?? []),
  );
  if (missing.length > 0) return { ...claim, status: 'unsupported', missing };
  const cited = claim.markers.flatMap((marker) => given.get(marker) ?? []);
  const misplaced = misplacedIn(claim.said, cited);
  if (misplaced.length > 0) return { ...claim, status: 'unsupported', missing: misplaced };
  const better = betterMarker(claim, given);
  if (better) return { ...claim, status: 'unsupported', missing, better };
  if (isElsewhere(claim.said, cited, language)) return { ...claim, missing, status: 'unsupported' };
  return { ...withoutIdle(claim, given, stated, language), missing, status: 'supported' };
}

/** A supported sentence without the markers of passages that have hardly a word of it, and that it does not need. */
function withoutIdle(
  claim: Omit<Claim, 'factual'>,
  given: Given,
  stated: ReadonlyMap<string, Stated>,
  language: string | undefined,
): Omit<Claim, 'factual'> {
  const { said, markers, text } = claim;
  if (markers.length < 2) return claim;
  const needed = markers.filter((marker) => {
    const passage = given.get(marker);
    return passage && !isElsewhere(said, [passage], language);
  });
  const isEnough =
    missingIn(
      said,
      needed.flatMap((marker) => stated.get(marker) ?? []),
    ).length === 0;
  if (needed.length === 0 || needed.length === markers.length || !isEnough) return claim;
  const kept = text.replaceAll(/(\s*)((?:\[S\d+\]\s*)*\[S\d+\])/g, (_, space: string, run: string) => {
    const left = (run.match(MARKER) ?? []).filter((marker) => needed.includes(marker)).join('');
    return left && space + left;
  });
  return { ...claim, text: kept, markers: needed };
}

/** Whether a sentence has hardly a word of what it cites, though both are in one language, as far as that can be told. */
function isElsewhere(said: string, cited: readonly Citable[], language: string | undefined): boolean {
  const texts = cited.map(readable);
  const terms = termsOf(said).filter((term) => !BARE.has(term));
  const own = smallWordsLanguage(said) ?? language;
  const isAlike = (text: string) => {
    const other = smallWordsLanguage(text);
    const script = scriptOf(text);
    return script !== undefined && script === scriptOf(said) && (own === undefined || other === undefined || own === other);
  };
  // Its numbers were checked before, and prove little here: any table has numbers.
  const letters = terms.filter((term) => !/^\p{N}+$/u.test(term));
  const words = own !== undefined && letters.length >= ENOUGH_WORDS ? letters : terms;
  if (words.length === 0 || !texts.every(isAlike)) return false;
  const there = new Set(texts.flatMap(termsOf));
  const shared = words.filter((term) => there.has(term)).length;
  // A language that is not known may be another one: then what they share are numbers and names.
  return shared < (own === undefined ? Math.min(1, LEAST * words.length) : LEAST * words.length);
}

/**
 * Whether a sentence that claims nothing may stay: it has no digit, and no word but of the question, of passages or of answers as such.
 * Whatever is written as a question, a heading or a remark would pass otherwise.
 */
export function isHarmless(said: string, question: string, given: Given): boolean {
  const sources = [question, OF_ANSWERS, ...Array.from(given.values(), readable)];
  if (/\p{Nd}/u.test(said)) return false;
  if (isCourtesy(said)) return true;
  const known = new Set(sources.flatMap(termsOf));
  return termsOf(said).every((term) => known.has(term) || BARE.has(term)) && missingIn(said, sources.map(statedIn)).length === 0;
}

const OF_ANSWERS =
  'Sorry, here are the answers, following steps; documents, passages and sources say, mention, find, found, contain, state, answer, information about it.';

/** The marker of a passage that has much more of a sentence than all that it cites, which have hardly anything of it. */
function betterMarker({ said, markers }: Omit<Claim, 'factual'>, given: Given): string | undefined {
  const of = (marker: string) => overlap(said, readable(given.get(marker)));
  const most = Math.max(...markers.map(of));
  if (most >= HARDLY) return undefined;
  const [best] = [...given.keys()].filter((marker) => !markers.includes(marker)).sort((a, b) => of(b) - of(a));
  return best !== undefined && of(best) >= most + CLEARLY_MORE ? best : undefined;
}

/** What a model reads of a passage: title and headings are part of what it says. */
const readable = (passage: Citable | undefined): string =>
  passage ? [passage.source.title, passage.section, passage.text].join('\n') : '';

/** The sentences that are kept, put together again: where the first of a line is left out the next one begins it. */
export function answerOf<V extends Pick<Verdict, 'lead' | 'text'>>(
  verdicts: readonly V[],
  isKept: (verdict: V) => boolean = () => true,
): string {
  let answer = '';
  let begun = '';
  for (const verdict of verdicts) {
    const { lead, text } = verdict;
    if (lead.includes('\n')) begun = lead;
    if (!isKept(verdict)) continue;
    answer += (lead.includes('\n') ? lead : begun || lead) + text;
    begun = '';
  }
  return answer.trim();
}

export interface Citation {
  readonly marker: string;
  readonly id: string;
  readonly documentId: string;
  readonly title: string;
  readonly section: string;
  readonly uri: string;
  readonly updatedAt: Date;
  /** Word for word from the passage. */
  readonly quote: string;
}

/** A citation for each marker of an answer, in the order of their appearance; `quote` is what supports the first sentence with it best. */
export function citationsOf(verdicts: readonly Verdict[], given: Given): readonly Citation[] {
  const citations = new Map<string, Citation>();
  for (const { said, text } of verdicts) {
    for (const marker of text.match(MARKER) ?? []) {
      const passage = given.get(marker);
      if (!passage || citations.has(marker)) continue;
      const { id, documentId, section, source } = passage;
      const { title, uri, updatedAt } = source;
      citations.set(marker, { marker, id, documentId, title, section, uri, updatedAt, quote: quoteFor(said, passage.text) });
    }
  }
  return [...citations.values()];
}
