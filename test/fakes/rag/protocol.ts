import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { loadPackageDefinition, type Server } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { z } from 'zod';

type Client = { readonly service: Parameters<Server['addService']>[0] };

const definition = z.object({
  google: z.object({
    cloud: z.object({
      aiplatform: z.object({
        v1beta1: z.object({ VertexRagService: z.custom<Client>(), VertexRagDataService: z.custom<Client>() }),
      }),
    }),
    longrunning: z.object({ Operations: z.custom<Client>() }),
  }),
});

let loaded: ReturnType<typeof load> | undefined;

/** The services of RAG Engine and of its operations, from the protocol that the client's package ships. */
export function ragServices() {
  loaded ??= load();
  return loaded;
}

function load() {
  const require = createRequire(import.meta.url);
  const ragPackage = require.resolve('@google-cloud/aiplatform');
  const gax = createRequire(ragPackage).resolve('google-gax');
  // In one root, or else an operation could not hold the others' messages.
  const files = loadSync(
    [
      'google/cloud/aiplatform/v1beta1/vertex_rag_service.proto',
      'google/cloud/aiplatform/v1beta1/vertex_rag_data_service.proto',
      'google/longrunning/operations.proto',
    ],
    { includeDirs: [ragPackage, gax].map((main) => join(dirname(main), '../protos')), defaults: true, longs: String, enums: String },
  );
  const { cloud, longrunning } = definition.parse(loadPackageDefinition(files)).google;
  const { VertexRagService, VertexRagDataService } = cloud.aiplatform.v1beta1;
  return { retrieval: VertexRagService.service, data: VertexRagDataService.service, operations: longrunning.Operations.service };
}
