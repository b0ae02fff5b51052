import type { Range } from '../../shared/documents/parse/segments.ts';

/** What a chunk holds of its corpus, in tokens. */
export interface Piece {
  readonly corpus: string;
  readonly tokens: Range;
  /** Tokens beside those: a repeated header row. */
  readonly extra: number;
}

/** A question's answer, in tokens of one corpus. */
export interface Relevant {
  readonly corpus: string;
  readonly spans: readonly Range[];
}

export interface Scores {
  readonly recall: number;
  readonly precision: number;
  readonly iou: number;
}

/**
 * Token-level scores of retrieved chunks (Smith, Troynikov, "Evaluating Chunking Strategies for Retrieval", Chroma 2024),
 * where R is the set of relevant tokens, C the retrieved tokens counted as often as they were retrieved, and R∩C the
 * relevant tokens that were retrieved, each counted once:
 *
 *     recall = |R∩C| / |R|      precision = |R∩C| / |C|      IoU = |R∩C| / (|R| + |C| − |R∩C|)
 *
 * Chunks of other corpora and repeated header rows are retrieved tokens like any others. Nothing retrieved: precision 0.
 */
export function scores(retrieved: readonly Piece[], relevant: Relevant): Scores {
  const all = size(union(relevant.spans));
  const total = retrieved.reduce((sum, piece) => sum + tokensOf(piece), 0);
  const found = size(union(retrieved.flatMap((piece) => common(piece, relevant))));
  return { recall: found / all, precision: total === 0 ? 0 : found / total, iou: found / (all + total - found) };
}

/**
 * Precision Ω: precision when every chunk that holds a relevant token is retrieved and no other, which is the best that
 * a perfect search could do with these chunks. Tokens of overlapping chunks count each time, as in `scores`.
 */
export function precisionOmega(pieces: readonly Piece[], relevant: Relevant): number {
  return scores(
    pieces.filter((piece) => common(piece, relevant).length > 0),
    relevant,
  ).precision;
}

const tokensOf = ({ tokens, extra }: Piece): number => tokens.end - tokens.start + extra;

/** The stretches of a chunk that are relevant. */
const common = ({ corpus, tokens }: Piece, relevant: Relevant): readonly Range[] =>
  corpus === relevant.corpus
    ? relevant.spans
        .map((span) => ({ start: Math.max(span.start, tokens.start), end: Math.min(span.end, tokens.end) }))
        .filter(({ start, end }) => start < end)
    : [];

function union(ranges: readonly Range[]): readonly Range[] {
  const joined: Range[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && range.start <= last.end) joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    else joined.push(range);
  }
  return joined;
}

const size = (ranges: readonly Range[]): number => ranges.reduce((sum, { start, end }) => sum + end - start, 0);
