import { join } from 'node:path';
import { z } from 'zod';
import { type JudgedQuery, readBeirSet, readLines } from '../../../golden/questions/sets.ts';
import { randomOf } from '../../../golden/statistics/random.ts';
import { clean } from './sentences.ts';
import type { Passage } from './sources.ts';

/** A question in plain words, and the passages of which any variation answers it. */
export interface Question {
  readonly text: string;
  readonly set: string;
  readonly passages: ReadonlySet<number>;
}

/** How many questions of each set there are. */
export const MIX = [
  ['scifact', 100],
  ['xquad', 80],
  ['chunking-evaluation', 60],
  ['apache-httpd-manual', 40],
  ['cpp-docs-errors', 20],
] as const;
type SetName = (typeof MIX)[number][0];

/** Where each set's questions come from: claims, people's questions, a model's questions, and titles and messages put as questions. */
const READERS: Readonly<Record<SetName, (data: string, passages: readonly Passage[]) => readonly Question[]>> = {
  scifact: (data, passages) => judged('scifact', readBeirSet(join(data, 'scifact')).queries, passages),
  xquad: (data, passages) => judged('xquad', readBeirSet(join(data, 'xquad/en')).queries, passages),
  'chunking-evaluation': withSpans,
  'apache-httpd-manual': (_, passages) =>
    ofFirstPassages('apache-httpd-manual', passages, ({ title }) =>
      title.split(' ').length < 3 ? undefined : `How does the web server deal with ${title.replace(/ - .*$/, '')}?`,
    ),
  'cpp-docs-errors': (_, passages) =>
    ofFirstPassages('cpp-docs-errors', passages, ({ sentences }) => {
      const message = clean((sentences[0] ?? '').replaceAll(/['"(){}:;]/g, ' '));
      return /^[\p{Ll} -]{30,90}$/u.test(message) ? `Why does it say ${message}?` : undefined;
    }),
};

/** 300 questions, the sets mixed, always the same in the same order. */
export function readQuestions(data: string, passages: readonly Passage[], seed = '1'): readonly Question[] {
  const random = randomOf(`${seed} questions`);
  const chosen = MIX.flatMap(([set, count]) =>
    random.shuffled(READERS[set](data, passages).filter((question) => question.passages.size > 0)).slice(0, count),
  );
  return random.shuffled(chosen);
}

function judged(set: SetName, queries: readonly JudgedQuery[], passages: readonly Passage[]): readonly Question[] {
  const byDocument = Map.groupBy(passages, ({ document }) => document);
  return queries.map((query) => ({
    text: query.text,
    set,
    passages: new Set(
      [...query.judged].flatMap(([id, grade]) => (grade > 0 ? (byDocument.get(`${set}/${id}`) ?? []).map(({ index }) => index) : [])),
    ),
  }));
}

const queryLine = z.object({ _id: z.string(), text: z.string() });
const spanLine = z.object({ query_id: z.string(), corpus_id: z.string(), references: z.array(z.object({ content: z.string() })) });
/** Sentences are cut where the spans are not: what is compared is their middle. */
const SPAN_CHARS = 40;

function withSpans(data: string, passages: readonly Passage[]): readonly Question[] {
  const folder = join(data, 'chunking-evaluation');
  const texts = new Map(readLines(join(folder, 'queries.jsonl'), queryLine).map(({ _id, text }) => [_id, text]));
  const set = 'chunking-evaluation';
  const byDocument = Map.groupBy(
    passages.filter((passage) => passage.set === set),
    ({ document }) => document,
  );
  return readLines(join(folder, 'spans.jsonl'), spanLine).map((line) => {
    const middles = line.references.map(({ content }) => middleOf(clean(content)));
    const found = (byDocument.get(`${set}/${line.corpus_id}`) ?? []).filter(({ sentences }) => {
      const text = sentences.join(' ');
      return middles.some((middle) => text.includes(middle));
    });
    return { text: texts.get(line.query_id) ?? '', set, passages: new Set(found.map(({ index }) => index)) };
  });
}

const middleOf = (text: string): string => {
  const from = Math.max(0, Math.floor((text.length - SPAN_CHARS) / 2));
  return text.slice(from, from + SPAN_CHARS);
};

/** A question made of the beginning of each document. */
function ofFirstPassages(set: SetName, passages: readonly Passage[], ask: (first: Passage) => string | undefined): readonly Question[] {
  const byDocument = Map.groupBy(
    passages.filter((passage) => passage.set === set),
    ({ document }) => document,
  );
  return [...byDocument.values()].flatMap((all) => {
    const [first] = all;
    const text = first && ask(first);
    return text ? [{ text, set, passages: new Set(all.slice(0, 3).map(({ index }) => index)) }] : [];
  });
}
