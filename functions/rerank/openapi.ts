import type { z } from 'zod';
import { content, type Description, failures } from '../http/openapi.ts';
import { rerankReply, rerankRequest } from './schemas.ts';

const EXAMPLES = {
  request: {
    query: 'how do partial refunds work',
    passages: [
      { id: 'a', text: 'The pump needs oil.', title: 'Pumps' },
      { id: 'b', text: 'A part of the price is paid back when a part of the goods is sent back.', title: 'Returns' },
    ],
    top_n: 1,
  },
  reply: { status: 'success', ranking: [{ id: 'b', score: 0.93 }] },
} satisfies { request: z.input<typeof rerankRequest>; reply: z.input<typeof rerankReply> };

/** What the rerank function says of itself. */
export const rerankDescription: Description = {
  summary: 'Ranks passages that you have by how well they answer a question.',
  schemas: { RerankRequest: rerankRequest, RerankReply: rerankReply },
  paths: {
    '/rerank': {
      post: {
        operationId: 'rerank',
        summary: 'Rank passages for a question',
        requestBody: { required: true, content: content('RerankRequest', EXAMPLES.request) },
        responses: {
          200: { description: 'The ids of the passages, best first.', content: content('RerankReply', EXAMPLES.reply) },
          ...failures(400, 401, 403, 413, 429, 500, 503, 504),
        },
      },
    },
  },
};
