import type { Embedder } from '../../../shared/models/embed/embedder.ts';
import { vectorLiteral } from '../../../shared/retrieval/pgvector/embeddings.ts';
import type { Asked } from '../method.ts';
import { type BenchDocument, CORPUS_VERSION, documentsOf } from './corpus.ts';
import { benchEmbedder, DIMENSIONS } from './embedder.ts';
import { createEncoder } from './encode.ts';
import type { TenantName } from './plan.ts';
import { readQuestions } from './questions.ts';
import { readPassages } from './sources.ts';

/** The corpus of a benchmark, its vectors and its questions. */
export interface Corpus {
  readonly embedder: Embedder;
  readonly questions: readonly Asked[];
  /** What tells it from other corpora. */
  readonly parameters: Readonly<Record<string, string | number>>;
  documents(): Iterable<BenchDocument>;
  /** For each question, the chunks of that tenant which are relevant to it. */
  relevant(tenant: TenantName): readonly ReadonlySet<string>[];
}

/** Reads the real text below `data` and makes ready to generate so many chunks of it. */
export async function openCorpus(data: string, chunks: number): Promise<Corpus> {
  const passages = readPassages(data);
  const questions = readQuestions(data, passages);
  const embedder = benchEmbedder(createEncoder(passages, DIMENSIONS));
  const documents = () =>
    documentsOf(
      passages,
      questions.flatMap((question) => [...question.passages]),
      chunks,
    );
  const relevant = new Map<TenantName, Map<number, string[]>>();
  for (const { tenant, documentId, chunks: made } of documents()) {
    const ofTenant = relevant.get(tenant) ?? new Map<number, string[]>();
    relevant.set(tenant, ofTenant);
    for (const { passage, ordinal } of made) ofTenant.set(passage, [...(ofTenant.get(passage) ?? []), `${documentId}:${ordinal}`]);
  }
  return {
    embedder,
    questions: await Promise.all(
      questions.map(async (question) => {
        const vector = await embedder.embedQuery(question.text, new AbortController().signal);
        return { ...question, numbers: Array.from(vector, (value) => Math.round(value * 1e4) / 1e4), literal: vectorLiteral(vector) };
      }),
    ),
    parameters: { corpus: CORPUS_VERSION, chunks, passages: passages.length, dimensions: DIMENSIONS },
    documents,
    relevant: (tenant) =>
      questions.map((question) => new Set([...question.passages].flatMap((passage) => relevant.get(tenant)?.get(passage) ?? []))),
  };
}
