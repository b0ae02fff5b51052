import { content, type Description, failures } from '../http/openapi.ts';
import { rerankReply, rerankRequest } from './schemas.ts';

/** What the rerank function says of itself. */
export const rerankDescription: Description = {
  summary: 'Ranks passages that you have by how well they answer a question.',
  schemas: { RerankRequest: rerankRequest, RerankReply: rerankReply },
  paths: {
    '/rerank': {
      post: {
        operationId: 'rerank',
        summary: 'Rank passages for a question',
        requestBody: { required: true, content: content('RerankRequest') },
        responses: {
          200: { description: 'The ids of the passages, best first.', content: content('RerankReply') },
          ...failures(400, 401, 403, 413, 429, 503, 504),
        },
      },
    },
  },
};
