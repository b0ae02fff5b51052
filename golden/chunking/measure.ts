import type { Context } from '../../functions/command.ts';
import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import type { Chunker, Cut } from './chunkers.ts';
import { type Piece, precisionOmega, type Relevant, scores } from './metrics.ts';
import { indexTexts, SEARCHES, type SearchName, search } from './retrieval.ts';
import type { SpanSet } from './set.ts';
import type { Row } from './table.ts';
import { tokenStarts, tokensBefore, toTokens } from './tokens.ts';

/** Chunks that are retrieved for a question, as in Chroma's report. */
const TOP = 5;

export interface MeasureOptions {
  readonly backend: RetrievalBackend;
  readonly searches: readonly SearchName[];
  readonly tenant: string;
  readonly context: Context;
}

/**
 * Cuts every corpus, indexes the chunks of all of them together, as Chroma's own evaluation does, and scores the first
 * five for each question: a row for each way of searching.
 */
export async function measure(
  set: SpanSet,
  chunker: Chunker,
  options: MeasureOptions,
): Promise<Readonly<Partial<Record<SearchName, Row>>>> {
  const { backend, tenant, context } = options;
  const starts = new Map(set.corpora.map(({ id, text }) => [id, tokenStarts(text)]));
  const cuts: (Cut & { readonly corpus: string })[] = [];
  for (const corpus of set.corpora) cuts.push(...(await chunker.cut(corpus)).map((cut) => ({ ...cut, corpus: corpus.id })));
  const pieces = cuts.map(({ corpus, start, end, body }): Piece => {
    const tokens = toTokens(starts.get(corpus) ?? [], { start, end });
    const repeated = body.slice(0, Math.max(0, body.length - (end - start)));
    return { corpus, tokens, extra: tokensBefore(tokenStarts(repeated), repeated.length) };
  });
  const judged = set.questions.map(
    ({ corpus, spans }): Relevant => ({ corpus, spans: spans.map((span) => toTokens(starts.get(corpus) ?? [], span)) }),
  );
  await indexTexts(
    cuts.map(({ indexed }) => indexed),
    tenant,
    backend,
    context,
  );
  const all = {
    chunker: chunker.name,
    chunks: pieces.length,
    tokens: mean(pieces.map(({ tokens, extra }) => tokens.end - tokens.start + extra)),
    omega: mean(judged.map((relevant) => precisionOmega(pieces, relevant))),
  };
  const rows: Partial<Record<SearchName, Row>> = {};
  for (const name of options.searches) {
    const scored = [];
    for (const [i, { text }] of set.questions.entries()) {
      context.signal.throwIfAborted();
      const relevant = judged[i];
      const found = await search(text, SEARCHES[name], TOP, tenant, backend, context);
      if (relevant)
        scored.push(
          scores(
            found.flatMap((index) => pieces[index] ?? []),
            relevant,
          ),
        );
    }
    rows[name] = {
      ...all,
      recall: mean(scored.map(({ recall }) => recall)),
      precision: mean(scored.map(({ precision }) => precision)),
      iou: mean(scored.map(({ iou }) => iou)),
    };
  }
  return rows;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
