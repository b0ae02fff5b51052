import { invalid } from './refusal.ts';
import type { RetrievalConfig, RetrieveContexts } from './wire.ts';

const DEFAULT_TOP_K = 10;

export interface Question {
  readonly corpusName: string;
  readonly fileIds: readonly string[];
  readonly text: string;
  readonly config: RetrievalConfig | null;
  readonly topK: number;
}

/** What a retrieval is asked for, if the real service would take it. */
export function questionOf({ vertexRagStore, query }: RetrieveContexts, mostTopK: number): Question {
  if (!vertexRagStore) throw invalid('vertex_rag_store is required.');
  if (vertexRagStore.ragCorpora.length > 0) throw invalid('rag_corpora is deprecated: use rag_resources.');
  if (vertexRagStore.vectorDistanceThreshold !== undefined) {
    throw invalid('vertex_rag_store.vector_distance_threshold is deprecated: use rag_retrieval_config.');
  }
  const [resource, ...others] = vertexRagStore.ragResources;
  if (!resource || others.length > 0) throw invalid(`Exactly one rag_resource is supported, not ${vertexRagStore.ragResources.length}.`);
  if (!query?.text) throw invalid('query.text is required.');
  if (query.similarityTopK) throw invalid('query.similarity_top_k is deprecated: use rag_retrieval_config.top_k.');
  if (query.ranking) throw invalid('query.ranking is deprecated: use rag_retrieval_config.');
  const config = query.ragRetrievalConfig;
  return {
    corpusName: resource.ragCorpus,
    fileIds: resource.ragFileIds,
    text: query.text,
    config,
    topK: topKOf(config, mostTopK),
  };
}

function topKOf(config: RetrievalConfig | null, most: number): number {
  if (!config) return DEFAULT_TOP_K;
  const { topK, hybridSearch, ranking } = config;
  if (topK < 0 || topK > most) throw invalid(`top_k must be from 1 to ${most}, not ${topK}.`);
  const alpha = hybridSearch?.alpha ?? 0;
  if (alpha < 0 || alpha > 1) throw invalid(`hybrid_search.alpha must be from 0 to 1, not ${alpha}.`);
  const ranker = ranking?.rankService?.modelName;
  if (ranker && !ranker.startsWith('semantic-ranker-')) throw invalid(`Unknown model of the rank service: ${ranker}.`);
  return topK || DEFAULT_TOP_K;
}
