import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Range } from '../../shared/documents/parse/segments.ts';
import { readLines } from '../questions/sets.ts';

export interface Corpus {
  readonly id: string;
  readonly text: string;
}

export interface Question {
  readonly id: string;
  readonly text: string;
  readonly corpus: string;
  /** Where the answer stands in the corpus: offsets in UTF-16 code units. */
  readonly spans: readonly Range[];
}

/** Corpora, and questions with the places that answer them. */
export interface SpanSet {
  readonly corpora: readonly Corpus[];
  readonly questions: readonly Question[];
}

const reference = z.object({ content: z.string(), start_index: z.number(), end_index: z.number() });
const spanLine = z.object({ query_id: z.string(), corpus_id: z.string(), references: z.array(reference).min(1) });
const queryLine = z.object({ _id: z.string(), text: z.string() });

/**
 * A folder in the layout of Chroma's chunking evaluation: `docs/CORPUS.md`, `queries.jsonl`, and `spans.jsonl` with offsets
 * in code points. Throws when a span is not what the corpus says there: every figure would be about something else.
 */
export function readSpanSet(folder: string): SpanSet {
  const raw = (id: string) => readFileSync(join(folder, 'docs', `${id}.md`), 'utf8');
  const spans = readLines(join(folder, 'spans.jsonl'), spanLine);
  const texts = new Map(readLines(join(folder, 'queries.jsonl'), queryLine).map(({ _id, text }) => [_id, text]));
  const corpora = [...new Set(spans.map(({ corpus_id }) => corpus_id))].sort().map((id): Corpus => {
    return { id, text: asRead(raw(id)) };
  });
  const offsets = new Map(corpora.map(({ id }) => [id, codePointOffsets(raw(id))]));
  const questions = spans.map(({ query_id: id, corpus_id: corpus, references }): Question => {
    const text = texts.get(id);
    if (text === undefined) throw new Error(`${folder}/spans.jsonl: ${id} is not in queries.jsonl`);
    const source = corpora.find((each) => each.id === corpus)?.text ?? '';
    const ranges = references.map(({ content, start_index, end_index }) => {
      const range = { start: offsets.get(corpus)?.[start_index] ?? 0, end: offsets.get(corpus)?.[end_index] ?? 0 };
      if (source.slice(range.start, range.end) !== asRead(content))
        throw new Error(`${folder}/spans.jsonl: ${id}: ${corpus} says something else there`);
      return range;
    });
    return { id, text, corpus, spans: ranges };
  });
  return { corpora, questions };
}

/** A text as the product's parser reads it: LF line ends, no byte-order mark, no NUL. */
const asRead = (text: string): string =>
  text
    .replace(/^\ufeff/, '')
    .replaceAll('\u0000', '')
    .replaceAll(/\r\n?/g, '\n');

/** For each code point of a file, and its end, the UTF-16 offset in the text that is read from it. */
function codePointOffsets(file: string): readonly number[] {
  const offsets: number[] = [];
  let offset = 0;
  let previous = '';
  for (const character of file) {
    offsets.push(offset);
    const dropped = character === '\u0000' || (character === '\ufeff' && previous === '') || (character === '\n' && previous === '\r');
    if (!dropped) offset += character.length;
    previous = character;
  }
  return [...offsets, offset];
}
