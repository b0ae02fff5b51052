import type { Given } from '../cite.ts';
import { withoutMarkers } from '../markers.ts';
import { asSentence } from './as-sentence.ts';
import { type Candidate, type Candidates, candidatesFor } from './candidates.ts';
import { questionOf } from './question.ts';
import { supportOf } from './support.ts';

/** Cosines between a question and texts, by the local encoder. */
export type Similarity = (
  question: string,
  texts: readonly { readonly title: string; readonly text: string }[],
) => Promise<readonly number[]>;

export type Extract =
  | { readonly refused: false; readonly text: string }
  /** `reason` is a sentence for whoever asked. */
  | { readonly refused: true; readonly reason: string };

/** More is no answer but a passage. */
const MOST_SENTENCES = 3;
/** Of what is told step by step. */
const MOST_STEPS = 6;
/** What a further sentence has to bring of the question that those before have not. */
const WORTH = 0.15;
/** What it is worth to say how long, where that is asked. */
const SPAN = 0.2;
/** And how near to the question it has to be, as a share of the nearest: two words alike somewhere else are no part of an answer. */
const NEAR = 0.55;

/**
 * Answers one question without a model: the sentences and rows of the passages that have most of it, each with its marker, or a
 * refusal. What it says is word for word in what it cites; whether that answers the question is a guess by words, and by
 * the encoder if there is one. Throws what that throws.
 */
export async function extract(question: string, given: Given, similarity?: Similarity): Promise<Extract> {
  const asked = questionOf(question);
  const found = candidatesFor(asked, given);
  const [best] = found.candidates;
  const nearness = best && similarity && found.knowsNames ? await nearnessOf(question, best, similarity) : undefined;
  const support = supportOf(asked, found, nearness);
  if (!support.supported) return { refused: true, reason: support.reason };
  return { refused: false, text: chosen(preferring(found, asked.span)).map(cited).reduce(after) };
}

async function nearnessOf(question: string, { passage, text }: Candidate, similarity: Similarity) {
  const { title } = passage.source;
  const heading = passage.section.split(' > ').at(-1) ?? '';
  const [unit = 0, whole = 0] = await similarity(question, [
    { title: `${title} ${heading}`.trim(), text },
    { title: `${title}\n${passage.section}`.trim(), text: passage.text },
  ]);
  return { unit, passage: whole };
}

/** The candidates with those before that have what a question of that kind asks for, and as much of its words as the best one. */
function preferring(found: Candidates, wanted: RegExp | undefined): Candidates {
  const [best] = found.candidates;
  if (!wanted || !best) return found;
  const has = ({ inUnit, inContext }: Candidate) => inUnit + inContext >= best.inUnit + best.inContext - Number.EPSILON;
  const candidates = found.candidates.map((each) => (has(each) && wanted.test(each.text) ? { ...each, score: each.score + SPAN } : each));
  return { ...found, candidates: candidates.sort((a, b) => b.score - a.score) };
}

/** The best candidate, and others while they bring something of the question that is still open. */
function chosen({ candidates, inSteps, terms, weightOf }: Candidates): readonly Candidate[] {
  const [best] = candidates;
  if (best?.isSought && inSteps) {
    const steps = candidates.filter(({ marker, isSought }) => isSought && marker === best.marker);
    return steps.toSorted((a, b) => a.unit.start - b.unit.start).slice(0, MOST_STEPS);
  }
  const total = terms.reduce((sum, term) => sum + weightOf(term), 0) || 1;
  const open = new Set(terms);
  const taken: Candidate[] = [];
  const least = NEAR * (best?.score ?? 0);
  for (const candidate of candidates) {
    if (taken.length === MOST_SENTENCES || candidate.score < least) break;
    const brings = [...open].filter((term) => candidate.terms.has(term));
    const worth = brings.reduce((sum, term) => sum + weightOf(term), 0) / total;
    if (taken.length > 0 && (worth < WORTH || taken.some(({ text }) => text === candidate.text))) continue;
    taken.push(candidate);
    // These are about what stands above them: another that has it in its own words brings nothing.
    const above = candidate.isSought ? candidate.context : candidate.unit.kind === 'row' ? candidate.heading : undefined;
    for (const term of open) if (candidate.terms.has(term) || above?.has(term)) open.delete(term);
  }
  return taken.flatMap((each) => [each, ...announcedBy(each, candidates).filter((follower) => !taken.includes(follower))]);
}

/** What a line that ends in a colon announces: the rows or items right below it. */
function announcedBy({ marker, unit, text }: Candidate, candidates: readonly Candidate[]): readonly Candidate[] {
  if (!/[:：]\s*$/.test(text)) return [];
  const below = candidates.filter((each) => each.marker === marker && each.unit.start > unit.start);
  const inOrder = below.toSorted((a, b) => a.unit.start - b.unit.start);
  const end = inOrder.findIndex((each) => each.unit.kind !== 'row' && each.unit.kind !== 'item');
  return inOrder.slice(0, Math.min(MOST_STEPS, end < 0 ? inOrder.length : end));
}

/** One sentence after another. Where the first letter is a small one, as in an item, it would be a part of the sentence before it on the same line (UAX #29, SB8). */
const after = (text: string, next: string): string => `${text}${/^\P{L}*\p{Ll}/u.test(next) ? '\n' : ' '}${next}`;

/** A candidate as a sentence of an answer, its marker before the full stop. What looks like a marker in it is none: the document may number its switches so. */
function cited(candidate: Candidate): string {
  const [, said = '', end = ''] = /^([\s\S]*?)[,;、，；]?([.!?。！？]*)\s*$/u.exec(withoutMarkers(asSentence(candidate))) ?? [];
  return `${said} ${candidate.marker}${end || '.'}`;
}
