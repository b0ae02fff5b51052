import type { EngineMode } from './engine.ts';
import type { Place } from './names.ts';
import { invalid, unimplemented } from './refusal.ts';
import type { EmbeddingModel, Endpoint, SentCorpus, VectorDb } from './wire.ts';

const DATABASES = [
  'ragManagedDb',
  'ragManagedVertexVectorSearch',
  'pinecone',
  'weaviate',
  'vertexFeatureStore',
  'vertexVectorSearch',
] as const satisfies readonly (keyof VectorDb)[];
const DEFAULT_MODEL = 'text-embedding-005';

export const databaseOf = (config: VectorDb) => DATABASES.find((database) => config[database]);

/** The database of a new corpus, with what is the default in this mode filled in. */
export function vectorDbOf(corpus: SentCorpus, mode: EngineMode, place: Place, collection: string): VectorDb {
  if (corpus.ragEmbeddingModelConfig || corpus.ragVectorDbConfig) {
    throw invalid('rag_embedding_model_config and rag_vector_db_config are deprecated: use vector_db_config.');
  }
  if (corpus.vertexAiSearchConfig) throw unimplemented('This fake has no corpora on Vertex AI Search.');
  const config = corpus.vectorDbConfig ?? { ragEmbeddingModelConfig: null };
  const database = databaseOf(config) ?? (mode === 'serverless' ? 'ragManagedVertexVectorSearch' : 'ragManagedDb');
  if (mode === 'serverless' && database === 'ragManagedDb') throw invalid('RagManagedDb is not available in serverless mode.');
  if (corpus.encryptionSpec && database !== 'ragManagedDb') throw invalid('encryption_spec is only applicable to RagManagedDb.');
  const { treeDepth = 0, leafCount = 0 } = config.ragManagedDb?.ann ?? {};
  if (![0, 2, 3].includes(treeDepth) || leafCount < 0) throw invalid('ANN supports a tree_depth of 2 or 3, and a leaf_count above 0.');
  const location = `projects/${place.project}/locations/${place.location}`;
  const model = config.ragEmbeddingModelConfig ?? {
    vertexPredictionEndpoint: { endpoint: `${location}/publishers/google/models/${DEFAULT_MODEL}` },
  };
  refuseModel(model, place);
  const own = database === 'ragManagedVertexVectorSearch' ? { collectionName: `${location}/collections/${collection}` } : {};
  return { ...config, [database]: { ...config[database], ...own }, ragEmbeddingModelConfig: model };
}

function refuseModel({ vertexPredictionEndpoint, hybridSearchConfig }: EmbeddingModel, place: Place): void {
  const { k1 = 1.2, b = 0.75 } = hybridSearchConfig?.sparseEmbeddingConfig?.bm25 ?? {};
  // A float of 32 bits: what was 1.2 may be a little less.
  if (k1 < 1.199 || k1 > 3 || b < 0 || b > 1) throw invalid('BM25 takes k1 in [1.2, 3] and b in [0, 1].');
  refuseEndpoint(hybridSearchConfig?.denseEmbeddingModelPredictionEndpoint ?? vertexPredictionEndpoint ?? null, place);
}

function refuseEndpoint(sent: Endpoint | null, { project, projectNumber, location }: Place): void {
  const endpoint = sent?.endpoint ?? '';
  const match = /^projects\/([^/]+)\/locations\/([^/]+)\/(?:publishers\/[^/]+\/models|endpoints)\/[^/]+$/.exec(endpoint);
  if (!match || (match[1] !== project && match[1] !== projectNumber)) throw invalid(`Invalid endpoint "${endpoint}".`);
  if (match[2] !== location) throw invalid(`The embedding model must be in ${location}, not in ${match[2]}.`);
}

/** Refuses any change but one of the search strategy of RagManagedDb. */
export function refuseChange(stored: VectorDb, sent: VectorDb): void {
  const fixed = ({ ragManagedDb, ...others }: VectorDb) => canonical({ ...others, ragManagedDb: Boolean(ragManagedDb) });
  const model = sent.ragEmbeddingModelConfig ?? stored.ragEmbeddingModelConfig;
  if (canonical(model) !== canonical(stored.ragEmbeddingModelConfig)) throw invalid('The embedding model is immutable.');
  if (fixed({ ...sent, ragEmbeddingModelConfig: model }) !== fixed(stored)) throw invalid('vector_db_config is immutable.');
}

/** Its fields that were sent, in an order of their own: whether two messages are the same. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([, field]) => field !== null && field !== undefined && field !== '')
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : part,
  );
