import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readLines } from '../../../golden/questions/sets.ts';
import { clean, sentencesOf, wordCount } from './sentences.ts';

/** About 150 words of a real document: what chunks are variations of. */
export interface Passage {
  /** Its place in the list of all passages; neighbours of the same document, and of the same set, stand beside it. */
  readonly index: number;
  /** The set that it is of: `scifact`. */
  readonly set: string;
  /** The document that it is of: `scifact/4983`. */
  readonly document: string;
  readonly title: string;
  readonly sentences: readonly string[];
}

/** A passage is full from this many words on; what is left of a document and is shorter than the second joins the one before. */
const WORDS = { full: 130, least: 60 };

const corpusLine = z.object({ _id: z.string(), title: z.string().default(''), text: z.string() });

interface Source {
  readonly set: string;
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** The passages of the real text of `data`, always in the same order: abstracts, encyclopedia, manuals, reports, chats. */
export function readPassages(data: string): readonly Passage[] {
  const sources = [
    ...readLines(join(data, 'scifact/corpus.jsonl'), corpusLine).map((line) => ({ ...line, set: 'scifact', id: line._id })),
    ...readLines(join(data, 'xquad/en/corpus.jsonl'), corpusLine).map((line) => ({ ...line, set: 'xquad', id: line._id })),
    ...readLines(join(data, 'chunking-evaluation/corpus.jsonl'), corpusLine).map((line) => ({
      ...line,
      set: 'chunking-evaluation',
      id: line._id,
    })),
    ...filesOf(data, 'apache-httpd-manual', '**/*.html.en*', htmlSource),
    ...filesOf(data, 'cpp-docs-errors', '**/*.md', markdownSource),
  ];
  return sources.flatMap(packed).map((passage, index) => ({ ...passage, index }));
}

function packed({ set, id, title, text }: Source): readonly Omit<Passage, 'index'>[] {
  const parts: string[][] = [[]];
  let words = 0;
  for (const sentence of sentencesOf(text)) {
    if (words >= WORDS.full) {
      parts.push([]);
      words = 0;
    }
    parts.at(-1)?.push(sentence);
    words += wordCount(sentence);
  }
  if (words < WORDS.least && parts.length > 1) parts.at(-2)?.push(...(parts.pop() ?? []));
  return parts.flatMap((sentences) => (sentences.length === 0 ? [] : [{ set, document: `${set}/${id}`, title: clean(title), sentences }]));
}

const filesOf = (data: string, set: string, pattern: string, read: (text: string, name: string) => Omit<Source, 'set' | 'id'>): Source[] =>
  globSync(pattern, { cwd: join(data, set, 'docs') })
    .sort()
    .map((id) => ({ set, id, ...read(readFileSync(join(data, set, 'docs', id), 'utf8'), id) }));

/** Cruder than the product's parser on purpose: the corpus must not change when that does. */
function htmlSource(html: string, name: string): Omit<Source, 'set' | 'id'> {
  const plain = (part: string) => part.replaceAll(/<[^>]*>/g, '').replaceAll(/&(\w+|#\d+);/g, (_, entity) => ENTITIES[entity] ?? ' ');
  const content = html.slice(Math.max(0, html.indexOf('page-content')));
  const blocks = content.match(/<(p|dd|li|td)\b[^>]*>[\s\S]*?<\/\1>/g) ?? [];
  const title = plain(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(content)?.[1] ?? name);
  return {
    title,
    text: blocks
      .map(plain)
      .filter((block) => wordCount(block) > 7)
      .join('\n\n'),
  };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: ' ', gt: ' ' };

function markdownSource(markdown: string, name: string): Omit<Source, 'set' | 'id'> {
  const body = markdown.replace(/^---\n[\s\S]*?\n---\n/, '').replaceAll(/\]\([^)]*\)/g, ']');
  return { title: /^# (.*)/m.exec(body)?.[1] ?? name, text: body.replaceAll(/^#.*$/gm, '') };
}
