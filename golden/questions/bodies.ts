import type { Config } from '../../shared/config.ts';
import { chunk } from '../../shared/documents/chunk/chunk.ts';
import { type Chunk, sectionOf } from '../../shared/documents/document.ts';
import { openReader } from '../../shared/documents/read.ts';
import type { GoldenSet } from './golden-sets.ts';

/** What documents say under each of their headings, by document, as our own chunker cuts them. */
export type Bodies = ReadonlyMap<string, readonly { readonly section: string; readonly body: string }[]>;

/** Words in a row that a passage must share with a body to overlap there. */
const SHINGLE_WORDS = 5;
/** Of a body's shingles: with so many of them a passage says what the body does. */
const OVERLAP = 0.5;

/**
 * The bodies of the documents that a set's labels name: what the passages of another index are held against, which cuts where it
 * likes and does not say under which headings.
 */
export async function bodiesOf(
  { documents, tenant, questions }: Pick<GoldenSet, 'documents' | 'tenant' | 'questions'>,
  config: Pick<Config, 'reader' | 'chunk'>,
  signal: AbortSignal,
): Promise<Bodies> {
  const labelled = new Set(questions.flatMap(({ labels }) => labels.map(({ document }) => document)));
  const reader = await openReader(config.reader);
  const bodies = new Map<string, readonly { readonly section: string; readonly body: string }[]>();
  try {
    for await (const document of documents.list(tenant, signal)) {
      if (!labelled.has(document.documentId)) continue;
      const parsed = await reader.read(document, signal);
      bodies.set(
        document.documentId,
        chunk(parsed, config.chunk).map(({ headingPath, locator, body }: Chunk) => ({ section: sectionOf(headingPath, locator), body })),
      );
    }
  } finally {
    await reader.close();
  }
  return bodies;
}

/** Whether a passage says half of a body or more, whatever stands around it. */
export function covers(passage: string, body: string): boolean {
  const wanted = shinglesOf(body);
  const there = shinglesOf(passage, wanted.words);
  const shared = [...wanted.shingles].filter((shingle) => there.shingles.has(shingle)).length;
  return shared > 0 && shared >= OVERLAP * wanted.shingles.size;
}

/** Runs of five words, or of all that a shorter text has. */
function shinglesOf(text: string, most = SHINGLE_WORDS): { readonly shingles: ReadonlySet<string>; readonly words: number } {
  const all =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const words = Math.max(1, Math.min(SHINGLE_WORDS, most, all.length));
  return {
    words,
    shingles: new Set(Array.from({ length: Math.max(0, all.length - words + 1) }, (_, i) => all.slice(i, i + words).join(' '))),
  };
}
