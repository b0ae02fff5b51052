import type { z } from 'zod';
import { content, type Description, eventStream, failure, failures } from '../http/openapi.ts';
import { SWITCHED_OFF } from './answering.ts';
import { answerReply, answerRequest } from './schemas.ts';

const EXAMPLES = {
  request: { question: 'How long can I send an unused pump back?', history: [{ role: 'user', text: 'Hello' }], as_of: '2026-01-31' },
  reply: {
    status: 'success',
    answer: 'An unused pump can be sent back within 30 days [S1].',
    citations: [
      {
        marker: '[S1]',
        id: 'policies/returns.md:0',
        document_id: 'policies/returns.md',
        title: 'Returns',
        section: 'Returns > Unused goods',
        uri: 'gs://documents/your-tenant/policies/returns.md',
        updated_at: '2026-01-02T03:04:05.000Z',
        quote: 'Unused goods can be sent back within 30 days.',
      },
    ],
    refused: false,
    hops: 1,
    usage: { calls: 2, input_tokens: 1_520, output_tokens: 61, searches: 1, rankings: 1, embeddings: 1, cost_usd: 0.0004 },
    request_id: '6f1c9a0e-9d0f-4b57-8d0e-0b6c5d1f2a34',
  },
} satisfies { request: z.input<typeof answerRequest>; reply: z.input<typeof answerReply> };

const event = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const EVENTS = [
  event('stage', { stage: 'search', hop: 1, queries: 1, passages: ['policies/returns.md:0'] }),
  event('token', { text: EXAMPLES.reply.answer }),
  event('answer', EXAMPLES.reply),
].join('');

/** What the answer function says of itself. */
export const answerDescription: Description = {
  summary: 'Answers questions from your documents alone, with a citation for every sentence, or says that they do not tell.',
  schemas: { AnswerRequest: answerRequest, AnswerReply: answerReply },
  paths: {
    '/answer': {
      post: {
        operationId: 'answer',
        summary: 'Answer a question from the documents',
        requestBody: { required: true, content: content('AnswerRequest', EXAMPLES.request) },
        responses: {
          200: {
            description:
              'The answer with its citations, or a refusal. With `stream` server-sent events: `stage` {stage, …}, `token` {text}, and at the end `answer` with the whole reply, or `error` with an ErrorReply.',
            content: { ...content('AnswerReply', EXAMPLES.reply), ...eventStream('The events, each with JSON.', EVENTS) },
          },
          ...failures(401, 403, 413, 429, 500, 503, 504),
          400: failure(400, { INVALID_QUERY: 'question: must not be empty', INVALID_ARGUMENT: 'as_of: Invalid ISO date' }),
          404: failure(404, { NOT_FOUND: SWITCHED_OFF }),
        },
      },
    },
  },
};
