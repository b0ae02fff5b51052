import { fold } from '../../documents/fold.ts';
import type { Citable, Given } from '../cite.ts';
import { contentWords, stem, termsOf } from '../overlap.ts';
import { type Unit, unitsOf } from '../passage-units.ts';
import type { Value } from '../values/value.ts';
import { type Stated, statedIn } from '../values/values.ts';
import { ofAnother } from './about.ts';
import type { Question } from './question.ts';
import { lastHeading, soughtBy } from './sought.ts';
import { correction } from './spelling.ts';

/** A passage with what can be looked up in it. */
interface Read {
  readonly marker: string;
  readonly passage: Citable;
  readonly rank: number;
  /** Of title and headings. */
  readonly context: ReadonlySet<string>;
  /** Of the heading right above it. */
  readonly heading: ReadonlySet<string>;
  /** Of all of it, its path included. */
  readonly terms: ReadonlySet<string>;
  readonly stated: Stated;
}

/** A sentence or a row that may answer a question, and how much of the question it has: shares from 0 to 1, by the weight of the terms. */
export interface Candidate {
  readonly marker: string;
  readonly passage: Citable;
  readonly unit: Unit;
  /** Word for word as the passage has it. */
  readonly text: string;
  readonly terms: ReadonlySet<string>;
  /** Of title and headings. */
  readonly context: ReadonlySet<string>;
  /** Of the heading right above it. */
  readonly heading: ReadonlySet<string>;
  readonly inUnit: number;
  /** In title and headings, and not in the unit. */
  readonly inContext: number;
  readonly inPassage: number;
  /** Whether it says of a code what was asked of it, or stands below a heading that says so. */
  readonly isSought: boolean;
  readonly score: number;
}

export interface Candidates {
  /** Whether what was asked for is told step by step. */
  readonly inSteps: boolean;
  /** Of the question, misspelt words put right by the passages. */
  readonly terms: readonly string[];
  /** Best first. */
  readonly candidates: readonly Candidate[];
  /** Terms of the question that stand in none of the passages. */
  readonly unknown: readonly string[];
  /** Whether the passages know every code and name of the question, and what it counts in. */
  readonly knowsNames: boolean;
  readonly weightOf: (term: string) => number;
}

/** What a share of the question is worth, by where it stands. Tuned on the golden sets: see `npm run eval:answers`. */
const WORTH = { context: 0.6, heading: 0.3, passage: 0.3, codes: 0.5, sought: 0.7, rank: 0.02 };

/** What says nothing: dots where something was left out, or the mark of an item by itself. */
const SAYS_NOTHING = /^(?:[^\p{L}\p{N}]*|\d{1,3}[.)])$/u;

/** Every sentence and row of the passages as a candidate. */
export function candidatesFor(question: Question, given: Given): Candidates {
  const passages = Array.from(given, ([marker, passage], rank) => read(marker, passage, rank));
  const somewhere = (term: string) => passages.some((passage) => passage.terms.has(term));
  const terms = termsOfQuestion(question, passages, somewhere);
  const isOfAnother = ofAnother(question.codes);
  const sought = question.codes.length > 0 ? soughtBy(question.text) : undefined;
  const units = passages.flatMap((of) => {
    const language = of.stated.language;
    return unitsOf(of.passage.text, language)
      .filter(({ kind }) => kind !== 'heading')
      .map((unit) => {
        const text = of.passage.text.slice(unit.start, unit.end);
        return { of, unit, text, terms: new Set(termsOf([text, ...unit.columns].join(' '))) };
      });
  });
  const weightOf = weights(units.map(({ of, terms }) => new Set([...terms, ...of.context])));
  const total = sum(terms.map(weightOf)) || 1;
  const share = (has: (term: string) => boolean) => sum(terms.filter(has).map(weightOf)) / total;
  const hasCode = (has: ReadonlySet<string>) => question.codes.some((code) => has.has(`code:${code}`));
  // How rare a word is among all of them tells what it is worth, those that can't answer included.
  const answering = units.filter(({ of, text, terms: own, unit }) => !SAYS_NOTHING.test(text) && !isOfAnother(own, of.context, unit.kind));
  const candidates = answering.map(({ of, unit, text, terms: own }): Candidate => {
    const inUnit = share((term) => own.has(term));
    const inContext = share((term) => !own.has(term) && of.context.has(term));
    const inPassage = share((term) => of.terms.has(term));
    // A row says least of what it is about.
    const inHeading = unit.kind === 'row' ? share((term) => !own.has(term) && of.heading.has(term)) : 0;
    const isHeaded = sought?.heading.test(lastHeading(of.passage.section).trim()) ?? false;
    const isSought = (hasCode(of.context) && isHeaded) || (hasCode(own) && sought?.says?.test(text) === true);
    const codes = question.codes.filter((code) => of.terms.has(`code:${code}`)).length / (question.codes.length || 1);
    const score =
      inUnit +
      WORTH.context * inContext +
      WORTH.heading * inHeading +
      WORTH.passage * inPassage +
      WORTH.codes * codes +
      (isSought ? WORTH.sought : 0) -
      WORTH.rank * of.rank;
    return {
      marker: of.marker,
      passage: of.passage,
      unit,
      text,
      terms: own,
      context: of.context,
      heading: of.heading,
      inUnit,
      inContext,
      inPassage,
      isSought,
      score,
    };
  });
  return {
    inSteps: sought?.inSteps === true,
    candidates: candidates.sort((a, b) => b.score - a.score),
    terms,
    unknown: terms.filter((term) => !somewhere(term)),
    knowsNames:
      question.codes.every((code) => somewhere(`code:${code}`)) &&
      question.names.every((name) => isNamed(name, passages)) &&
      (question.counted === undefined || somewhere(question.counted)),
    weightOf,
  };
}

function read(marker: string, passage: Citable, rank: number): Read {
  const context = [passage.source.title, passage.section].join('\n');
  const all = [context, passage.text, passage.documentId.replaceAll(/[/._-]+/g, ' '), passage.documentId].join('\n');
  // The first of them names the document, as its title does.
  const heading = new Set(passage.section.includes(' > ') ? termsOf(lastHeading(passage.section)) : []);
  return { marker, passage, rank, context: new Set(termsOf(context)), heading, terms: new Set(termsOf(all)), stated: statedIn(all) };
}

const isNamed = ({ written, readings }: Value, passages: readonly Read[]): boolean =>
  passages.some(({ stated }) => readings.some((reading) => stated.readings.has(reading))) ||
  correction(fold(written), vocabularyOf(passages)) !== undefined;

const vocabularyOf = (passages: readonly Read[]): ReadonlySet<string> =>
  new Set(passages.flatMap(({ passage }) => contentWords([passage.source.title, passage.section, passage.text].join('\n'))));

/** A word that no passage has may be one that some passage has, misspelt. */
function termsOfQuestion({ words }: Question, passages: readonly Read[], isKnown: (term: string) => boolean): readonly string[] {
  let vocabulary: ReadonlySet<string> | undefined;
  const term = (word: string): string => {
    if (isKnown(stem(word))) return stem(word);
    vocabulary ??= vocabularyOf(passages);
    return stem(correction(word, vocabulary) ?? word);
  };
  return [...new Set(words.map(term))];
}

/** Inverse document frequency among the units at hand: log(1 + (n + ½) / (df + ½)). What none of them has weighs most. */
function weights(units: readonly ReadonlySet<string>[]): (term: string) => number {
  const frequency = new Map<string, number>();
  for (const unit of units) for (const term of unit) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  return (term) => Math.log(1 + (units.length + 0.5) / ((frequency.get(term) ?? 0) + 0.5));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
