import type { google } from '@google-cloud/aiplatform/build/protos/protos.js';

type Messages = typeof google.cloud.aiplatform.v1beta1;

/** Messages of answers, as the client's package describes them. */
export type WireCorpus = google.cloud.aiplatform.v1beta1.IRagCorpus;
export type WireFile = google.cloud.aiplatform.v1beta1.IRagFile;
export type WireImported = google.cloud.aiplatform.v1beta1.IImportRagFilesResponse;
export type WireEngineConfig = google.cloud.aiplatform.v1beta1.IRagEngineConfig;
export type WireSchema = google.cloud.aiplatform.v1beta1.IRagDataSchema;
export type WireMetadata = google.cloud.aiplatform.v1beta1.IRagMetadata;
export type WireContext = google.cloud.aiplatform.v1beta1.RagContexts.IContext;
export type WireContexts = google.cloud.aiplatform.v1beta1.IRetrieveContextsResponse;
/** A message's name. */
export type MessageName = keyof Messages;

/*
 * Messages of requests, as they come off the wire: scalars and lists are always there, a message that was not sent is
 * null, and what belongs to a oneof or is optional is absent when it was not sent.
 */
type Sent<Message> = Message | null;

export interface Named {
  readonly name: string;
}
export interface Child {
  readonly parent: string;
}
export interface Page extends Child {
  readonly pageSize: number;
  readonly pageToken: string;
}

export interface Endpoint {
  readonly endpoint: string;
}
export interface EmbeddingModel {
  readonly vertexPredictionEndpoint?: Sent<Endpoint>;
  readonly hybridSearchConfig?: Sent<{
    readonly denseEmbeddingModelPredictionEndpoint: Sent<Endpoint>;
    readonly sparseEmbeddingConfig: Sent<{ readonly bm25?: Sent<{ readonly k1?: number; readonly b?: number }> }>;
  }>;
}
export interface VectorDb {
  readonly ragManagedDb?: Sent<{ readonly knn?: object; readonly ann?: Sent<{ readonly treeDepth: number; readonly leafCount: number }> }>;
  readonly ragManagedVertexVectorSearch?: Sent<{ readonly collectionName: string }>;
  readonly pinecone?: Sent<object>;
  readonly weaviate?: Sent<object>;
  readonly vertexFeatureStore?: Sent<object>;
  readonly vertexVectorSearch?: Sent<object>;
  readonly ragEmbeddingModelConfig: Sent<EmbeddingModel>;
}
export interface SentCorpus extends Named {
  readonly displayName: string;
  readonly description: string;
  readonly vectorDbConfig?: Sent<VectorDb>;
  readonly vertexAiSearchConfig?: Sent<object>;
  readonly encryptionSpec: Sent<{ readonly kmsKeyName: string }>;
  readonly ragEmbeddingModelConfig: Sent<object>;
  readonly ragVectorDbConfig: Sent<object>;
}
export interface CreateCorpus extends Child {
  readonly ragCorpus: Sent<SentCorpus>;
}
export interface UpdateCorpus {
  readonly ragCorpus: Sent<SentCorpus>;
}
export interface DeleteCorpus extends Named {
  readonly force: boolean;
  readonly forceDelete: boolean;
}

export interface UpdateEngine {
  readonly ragEngineConfig: Sent<{
    readonly name: string;
    readonly ragManagedDbConfig: Sent<{
      readonly serverless?: Sent<object>;
      readonly spanner?: Sent<{ readonly scaled?: Sent<object>; readonly basic?: Sent<object>; readonly unprovisioned?: Sent<object> }>;
      readonly enterprise?: Sent<object>;
      readonly scaled?: Sent<object>;
      readonly basic?: Sent<object>;
      readonly unprovisioned?: Sent<object>;
    }>;
  }>;
}

export interface Chunking {
  readonly chunkSize: number;
  readonly chunkOverlap: number;
}
export interface ImportConfig {
  readonly gcsSource?: Sent<{ readonly uris: readonly string[] }>;
  readonly importResultGcsSink?: Sent<{ readonly outputUriPrefix: string }>;
  readonly importResultBigquerySink?: Sent<object>;
  readonly partialFailureGcsSink?: Sent<object>;
  readonly partialFailureBigquerySink?: Sent<object>;
  readonly ragFileChunkingConfig: Sent<object>;
  readonly ragFileMetadataConfig: Sent<object>;
  readonly ragFileTransformationConfig: Sent<{
    readonly ragFileChunkingConfig: Sent<Chunking & { readonly fixedLengthChunking?: Sent<Chunking> }>;
  }>;
  readonly maxEmbeddingRequestsPerMin: number;
  readonly globalMaxEmbeddingRequestsPerMin: number;
  readonly rebuildAnnIndex: boolean;
}
export interface ImportFiles extends Child {
  readonly importRagFilesConfig: Sent<ImportConfig>;
}

export interface RetrievalConfig {
  readonly topK: number;
  readonly hybridSearch: Sent<{ readonly alpha?: number }>;
  readonly filter: Sent<{
    readonly vectorDistanceThreshold?: number;
    readonly vectorSimilarityThreshold?: number;
    readonly metadataFilter: string;
  }>;
  readonly ranking: Sent<{
    readonly rankService?: Sent<{ readonly modelName?: string }>;
    readonly llmRanker?: Sent<{ readonly modelName?: string }>;
  }>;
}
export interface RetrieveContexts extends Child {
  readonly vertexRagStore?: Sent<{
    readonly ragCorpora: readonly string[];
    readonly ragResources: readonly { readonly ragCorpus: string; readonly ragFileIds: readonly string[] }[];
    readonly vectorDistanceThreshold?: number;
  }>;
  readonly query: Sent<{
    readonly text?: string;
    readonly similarityTopK: number;
    readonly ranking: Sent<object>;
    readonly ragRetrievalConfig: Sent<RetrievalConfig>;
  }>;
}

export interface SchemaDetails {
  readonly type?: string;
  readonly listConfig: Sent<{ readonly valueSchema: Sent<SchemaDetails> }>;
  readonly granularity?: string;
  readonly searchStrategy?: Sent<{ readonly searchStrategyType?: string }>;
}
export interface CreateSchema extends Child {
  readonly ragDataSchema: Sent<{ readonly name: string; readonly key: string; readonly schemaDetails: Sent<SchemaDetails> }>;
  readonly ragDataSchemaId?: string;
}
export interface MetadataValue {
  readonly intValue?: string;
  readonly floatValue?: number;
  readonly strValue?: string;
  readonly datetimeValue?: string;
  readonly boolValue?: boolean;
  readonly listValue?: Sent<{ readonly values: readonly MetadataValue[] }>;
}
export interface SentMetadata extends Named {
  readonly userSpecifiedMetadata: Sent<{ readonly key: string; readonly value: Sent<MetadataValue> }>;
}
export interface CreateMetadata extends Child {
  readonly ragMetadata: Sent<SentMetadata>;
  readonly ragMetadataId?: string;
}
export interface UpdateMetadata {
  readonly ragMetadata: Sent<SentMetadata>;
}
export interface Batch<Request> extends Child {
  readonly requests: readonly Request[];
}
export interface BatchDelete extends Child {
  readonly names: readonly string[];
}

export interface WireOperation {
  readonly name: string;
  readonly done: boolean;
  readonly metadata: object;
  readonly response?: object;
  readonly error?: { readonly code: number; readonly message: string };
}
