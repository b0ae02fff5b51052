import { VertexRagDataServiceClient } from '@google-cloud/aiplatform/build/src/v1beta1/vertex_rag_data_service_client.js';
import { VertexRagServiceClient } from '@google-cloud/aiplatform/build/src/v1beta1/vertex_rag_service_client.js';
import { credentials } from '@grpc/grpc-js';
import type { FakeRag } from './fake.ts';

/** Google's clients, pointed at a fake. */
export function ragClients({ port }: Pick<FakeRag, 'port'>) {
  const options = {
    apiEndpoint: '127.0.0.1',
    port,
    sslCreds: credentials.createInsecure(),
    projectId: 'fake',
    // Or else the client asks the metadata server for it.
    clientOptions: { universeDomain: 'googleapis.com' },
  };
  const data = new VertexRagDataServiceClient(options);
  const retrieval = new VertexRagServiceClient(options);
  return { data, retrieval, close: () => Promise.all([data.close(), retrieval.close()]) };
}
