import { content, type Description, failures, openApiOf } from '../http/openapi.ts';
import { passage, passageReply, searchReply, searchRequest } from './schemas.ts';

/** What the search function says of itself. */
export const searchDescription: Description = {
  summary: 'Finds passages of your documents to ground answers on. Cite what you use, and say so when nothing is found.',
  schemas: { SearchRequest: searchRequest, SearchReply: searchReply, Passage: passage, PassageReply: passageReply },
  paths: {
    '/search': {
      post: {
        operationId: 'search',
        summary: 'Find passages for a question',
        requestBody: { required: true, content: content('SearchRequest') },
        responses: {
          200: { description: 'Passages, best first; none when nothing matches.', content: content('SearchReply') },
          ...failures(400, 401, 403, 413, 429, 503, 504),
        },
      },
    },
    '/passages/{id}': {
      get: {
        operationId: 'openPassage',
        summary: 'Open a cited passage again',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: 'The passage.', content: content('PassageReply') }, ...failures(401, 403, 404, 429, 503, 504) },
      },
    },
  },
};

/** Made when it is asked for: that takes as long as a search. */
export const openApi = (): object => openApiOf(searchDescription);
