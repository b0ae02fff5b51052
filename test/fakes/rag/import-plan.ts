import type { Corpus } from './engine.ts';
import { invalid, unimplemented } from './refusal.ts';
import type { ImportConfig } from './wire.ts';

const MOST_URIS = 10_000;
const DEFAULT_CHUNKING = { chunkSize: 1024, chunkOverlap: 256 };

export interface ImportPlan {
  readonly uris: readonly string[];
  readonly chunkSize: number;
  readonly chunkOverlap: number;
  readonly resultUri: string | undefined;
}

/** What an import is asked for, if the real service would take it. */
export function planOf(config: ImportConfig | null, corpus: Corpus): ImportPlan {
  if (!config) throw invalid('import_rag_files_config is required.');
  if (!config.gcsSource) throw invalid('This fake imports from gcs_source alone.');
  const { uris } = config.gcsSource;
  if (uris.length === 0 || uris.length > MOST_URIS) throw invalid(`1 to ${MOST_URIS} URIs are allowed in an import, not ${uris.length}.`);
  for (const uri of uris) {
    if (!/^gs:\/\/[^/*]+\/[^*]+$/.test(uri)) throw invalid(`Invalid Cloud Storage URI ${uri}. Wildcards are not supported.`);
  }
  if (config.ragFileChunkingConfig) {
    throw invalid('import_rag_files_config.rag_file_chunking_config is deprecated: use rag_file_transformation_config.');
  }
  if (config.partialFailureGcsSink || config.partialFailureBigquerySink) {
    throw invalid('partial_failure_*_sink is deprecated: use import_result_*_sink.');
  }
  if (config.ragFileMetadataConfig) throw invalid('rag_file_metadata_config is deprecated and not in use.');
  if (config.importResultBigquerySink) throw unimplemented('This fake has no BigQuery.');
  if (config.maxEmbeddingRequestsPerMin < 0 || config.globalMaxEmbeddingRequestsPerMin < 0) {
    throw invalid('max_embedding_requests_per_min is not negative.');
  }
  if (config.rebuildAnnIndex && !corpus.vectorDb.ragManagedDb?.ann) {
    throw invalid('rebuild_ann_index is only applicable to RagManagedDb with ANN.');
  }
  return { uris, ...chunkingOf(config), resultUri: resultUriOf(config) };
}

function chunkingOf({ ragFileTransformationConfig }: ImportConfig) {
  const asked = ragFileTransformationConfig?.ragFileChunkingConfig;
  if (asked?.chunkSize || asked?.chunkOverlap) {
    throw invalid('rag_file_chunking_config.chunk_size and chunk_overlap are deprecated: use fixed_length_chunking.');
  }
  const { chunkSize, chunkOverlap } = asked?.fixedLengthChunking ?? DEFAULT_CHUNKING;
  if (chunkSize <= 0) throw invalid(`chunk_size must be above 0, not ${chunkSize}.`);
  if (chunkOverlap < 0 || chunkOverlap >= chunkSize) {
    throw invalid(`chunk_overlap must be from 0 to below chunk_size (${chunkSize}), not ${chunkOverlap}.`);
  }
  return { chunkSize, chunkOverlap };
}

function resultUriOf({ importResultGcsSink }: ImportConfig): string | undefined {
  const uri = importResultGcsSink?.outputUriPrefix;
  if (uri !== undefined && !/^gs:\/\/[^/]+\/.*[^/]$/.test(uri)) throw invalid(`Invalid import_result_gcs_sink "${uri}".`);
  return uri;
}
