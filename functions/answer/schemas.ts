import { z } from 'zod';
import { said } from '../http/query.ts';
import { filter } from '../search/schemas.ts';

const MOST = { question: 2_000, turns: 20, turnChars: 8_000 };

export const question = said(MOST.question).meta({
  description: `What to answer from the documents; 1 to ${MOST.question} characters. It may ask several things.`,
  examples: ['How long can I send an unused pump back, and who pays the postage?'],
});

export const answerRequest = z.object({
  question,
  history: z
    .array(z.object({ role: z.enum(['user', 'assistant']), text: said(MOST.turnChars) }))
    .max(MOST.turns)
    .default([])
    .meta({ description: 'What was said before, oldest first, so that "and in Osaka?" is understood.' }),
  filter: filter.optional(),
  as_of: z.iso.date().optional().meta({ description: 'Answer from what was, or will be, in force on this day; today by default.' }),
  stream: z
    .boolean()
    .default(false)
    .meta({ description: 'Reply with server-sent events: `stage`, `token`, and at the end `answer` with the whole reply, or `error`.' }),
});

export const citation = z.object({
  marker: z.string().meta({ description: 'As it stands in the answer.', examples: ['[S1]'] }),
  id: z.string().meta({ description: 'Of the passage: GET /passages/ID opens it.' }),
  document_id: z.string(),
  title: z.string(),
  section: z.string(),
  uri: z.string(),
  updated_at: z.string().meta({ format: 'date-time' }),
  quote: z.string().meta({ description: 'What supports the sentence, word for word from the passage.' }),
  effective_from: z.string().optional(),
  effective_until: z.string().optional(),
});

export const usage = z.object({
  calls: z.int().meta({ description: 'Of generating models.' }),
  input_tokens: z.int(),
  output_tokens: z.int(),
  thought_tokens: z.int().optional(),
  cached_tokens: z.int().optional(),
  searches: z.int().optional().meta({ description: 'Those from memory included.' }),
  rankings: z.int().optional().meta({ description: 'Calls of the ranking model.' }),
  embeddings: z
    .int()
    .optional()
    .meta({ description: 'Queries that went through the embedding model, not those whose vector was at hand.' }),
  cost_usd: z.number().nullable().meta({
    description:
      'Of the generating models, by the price table of the configuration; null where a price is not known. Rankings and embeddings are not in it.',
  }),
});

export const answerReply = z.object({
  status: z.literal('success'),
  answer: z.string().meta({ description: 'Each sentence with the markers of what it is from.' }),
  citations: z.array(citation),
  refused: z.boolean().meta({ description: 'Whether the documents do not answer the question. Say so, rather than guessing.' }),
  reason: z.string().optional().meta({ description: 'Of a refusal, in a sentence that may be relayed.' }),
  hops: z.int().meta({ description: 'Rounds of searching.' }),
  usage,
  degraded: z
    .array(z.string())
    .optional()
    .meta({ description: 'What could not be used: parts of the search, `control`, `rewrite`, `answer`, `reduce`.' }),
  request_id: z.string(),
});
