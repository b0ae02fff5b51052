import type { Context } from './context.ts';
import type { Chunk, Corpus, StoredFile } from './engine.ts';
import { compileFilter } from './filter.ts';
import { questionOf } from './question.ts';
import { invalid, missing } from './refusal.ts';
import { cosineDistance, overlap, sparseScores } from './score.ts';
import type { RetrievalConfig, RetrieveContexts, WireContext, WireContexts } from './wire.ts';

/** Contexts that a retrieval returns in front of those it found, whatever was asked. */
export type Injected = (request: RetrieveContexts) => readonly WireContext[];

interface Candidate {
  readonly file: StoredFile;
  readonly chunk: Chunk;
}

interface Scored extends Candidate {
  readonly distance: number;
  readonly score: number;
}

export function retrievalMethods({ settings, engine, names, retrieval }: Context, injected: Injected) {
  const score = async (candidates: readonly Candidate[], text: string, config: RetrievalConfig | null): Promise<readonly Scored[]> => {
    const { hybridSearch } = config ?? {};
    if (hybridSearch && settings.hybrid === 'refused')
      throw invalid('hybrid_search is not supported by the vector database of this corpus.');
    const alpha = hybridSearch && settings.hybrid === 'honoured' ? (hybridSearch.alpha ?? 0.5) : 1;
    const vector = await settings.embed(text);
    const sparse =
      alpha < 1
        ? sparseScores(
            text,
            candidates.map(({ chunk }) => chunk),
          )
        : [];
    return candidates.map(({ file, chunk }, i) => {
      const distance = cosineDistance(vector, chunk.vector);
      return { file, chunk, distance, score: alpha * distance + (1 - alpha) * (1 - (sparse[i] ?? 0)) };
    });
  };

  return {
    retrieveContexts: retrieval(async (request: RetrieveContexts): Promise<WireContexts> => {
      names.parse(request.parent);
      const { corpusName, fileIds, text, config, topK } = questionOf(request, settings.mostTopK);
      const corpus = engine.active(names.parse(corpusName, 'ragCorpora')[0] ?? '');
      const matches = compileFilter(config?.filter?.metadataFilter ?? '', corpus.schemas);
      const { vectorDistanceThreshold: farthest = Number.POSITIVE_INFINITY, vectorSimilarityThreshold: least = Number.NEGATIVE_INFINITY } =
        config?.filter ?? {};

      const files = filesOf(corpus, fileIds).filter((file) => file.visibleFrom <= settings.now() && matches(file.metadata));
      const candidates = files.flatMap((file) => file.chunks.map((chunk) => ({ file, chunk })));
      const found = (await score(candidates, text, config))
        .filter(({ distance }) => distance < farthest && 1 - distance > least)
        .sort((a, b) => a.score - b.score)
        .slice(0, topK);
      const ranked = config?.ranking?.rankService ? byOverlap(found, text) : found;
      return { contexts: { contexts: [...injected(request), ...ranked.map(contextOf)].slice(0, topK) } };
    }),
  };
}

function filesOf(corpus: Corpus, ids: readonly string[]): readonly StoredFile[] {
  if (ids.length === 0) return [...corpus.files.values()];
  return ids.map((id) => {
    const file = corpus.files.get(id);
    if (!file) throw missing(`RagFile ${id} of RagCorpus ${corpus.id}`);
    return file;
  });
}

const byOverlap = (found: readonly Scored[], query: string) =>
  found
    .map((scored) => ({ scored, share: overlap(query, scored.chunk.text) }))
    .sort((a, b) => b.share - a.share)
    .map(({ scored }) => scored);

/** Every chunk of a file, as the service would return it: for `inject`. */
export const contextsOf = (file: StoredFile): readonly WireContext[] => file.chunks.map((chunk) => contextOf({ file, chunk, score: 0 }));

const contextOf = ({ file, chunk, score }: Pick<Scored, 'file' | 'chunk' | 'score'>): WireContext => ({
  sourceUri: file.uri,
  sourceDisplayName: file.displayName,
  text: chunk.text,
  score,
  chunk: { text: chunk.text, ...(chunk.pages ? { pageSpan: chunk.pages } : {}), fileId: file.id, chunkId: chunk.id },
});
