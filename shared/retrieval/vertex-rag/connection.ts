import { VertexRagDataServiceClient } from '@google-cloud/aiplatform/build/src/v1beta1/vertex_rag_data_service_client.js';
import { VertexRagServiceClient } from '@google-cloud/aiplatform/build/src/v1beta1/vertex_rag_service_client.js';
import type { RagConfig } from '../../config.ts';
import { addressOf, type Connection, createConnection } from '../../google-client.ts';

export interface Connections {
  /** Corpora, files and imports. */
  readonly data: Connection<VertexRagDataServiceClient>;
  /** Searches. */
  readonly search: Connection<VertexRagServiceClient>;
}

/** v1beta1: v1 drops the ids of chunks and files, and hybrid search (reference/google-cloud.md, 0.4). Nothing is opened until it is used. */
export function connect({ project, location, endpoint }: RagConfig): Connections {
  const options = {
    projectId: project,
    ...addressOf(endpoint, `${location}-aiplatform.googleapis.com`),
    'grpc.max_reconnect_backoff_ms': 5_000,
  };
  return {
    data: createConnection('RAG Engine', () => new VertexRagDataServiceClient(options)),
    search: createConnection('RAG Engine', () => new VertexRagServiceClient(options)),
  };
}
