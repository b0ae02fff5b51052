import type { z } from 'zod';
import { content, type Description, failures, openApiOf } from '../http/openapi.ts';
import { mcpDescription } from '../mcp/openapi.ts';
import { passage, passageReply, searchReply, searchRequest } from './schemas.ts';

const PASSAGE = {
  id: 'policies/returns.md:0',
  document_id: 'policies/returns.md',
  section: 'Billing > Refunds > Partial refunds',
  text: 'A part of the price is paid back when a part of the goods is sent back.',
  source: { title: 'Returns', uri: 'gs://documents/your-tenant/policies/returns.md', updated_at: '2026-01-02T03:04:05.000Z' },
  metadata: { product: 'pump', language: 'en' },
};
const EXAMPLES = {
  request: { query: 'how do partial refunds work', top_k: 3, filter: { product: ['pump', 'valve'] }, as_of: '2026-01-31' },
  reply: { status: 'success', passages: [{ ...PASSAGE, score: 0.0325 }], request_id: '6f1c9a0e-9d0f-4b57-8d0e-0b6c5d1f2a34' },
  opened: { status: 'success', passage: PASSAGE },
} satisfies { request: z.input<typeof searchRequest>; reply: z.input<typeof searchReply>; opened: z.input<typeof passageReply> };

/** What the search function says of itself. */
export const searchDescription: Description = {
  summary: 'Finds passages of your documents to ground answers on. Cite what you use, and say so when nothing is found.',
  schemas: { SearchRequest: searchRequest, SearchReply: searchReply, Passage: passage, PassageReply: passageReply },
  paths: {
    '/search': {
      post: {
        operationId: 'search',
        summary: 'Find passages for a question',
        requestBody: { required: true, content: content('SearchRequest', EXAMPLES.request) },
        responses: {
          200: { description: 'Passages, best first; none when nothing matches.', content: content('SearchReply', EXAMPLES.reply) },
          ...failures(400, 401, 403, 413, 429, 500, 503, 504),
        },
      },
    },
    '/passages/{id}': {
      get: {
        operationId: 'openPassage',
        summary: 'Open a cited passage again',
        parameters: [
          { name: 'id', in: 'path', required: true, description: 'Percent-encoded.', schema: { type: 'string' }, example: PASSAGE.id },
        ],
        responses: {
          200: { description: 'The passage.', content: content('PassageReply', EXAMPLES.opened) },
          ...failures(400, 401, 403, 404, 429, 500, 503, 504),
        },
      },
    },
  },
};

/** Made when it is asked for: that takes as long as a search. */
export const openApi = (): object => openApiOf(searchDescription, mcpDescription);
