import { z } from 'zod';
import { query } from '../http/query.ts';

export { errorReply } from '../http/failures.ts';

export const TOP_K = { least: 1, most: 50, usual: 6 };

export const searchRequest = z.object({
  query,
  top_k: z.int().min(TOP_K.least).max(TOP_K.most).default(TOP_K.usual).meta({ description: 'How many passages at most.' }),
});

export const passage = z.object({
  id: z.string().meta({ description: 'Opens the passage again: GET /passages/ID, percent-encoded.', example: 'policies/returns.md:3' }),
  document_id: z.string(),
  section: z.string().meta({ description: 'The headings above it.', example: 'Billing > Refunds > Partial refunds' }),
  text: z.string().meta({ description: 'What the document says, verbatim.' }),
  source: z.object({ title: z.string(), uri: z.string(), updated_at: z.string().meta({ format: 'date-time' }) }),
  score: z.number().meta({ description: 'For the order within this reply only; it compares with nothing else.' }),
  metadata: z.record(z.string(), z.unknown()),
});

export const searchReply = z.object({
  status: z.literal('success'),
  passages: z.array(passage).meta({ description: 'Best first.' }),
  note: z.string().optional().meta({ description: 'What to do when there are no passages.' }),
  degraded: z.array(z.string()).optional().meta({ description: 'Parts of the search that could not answer.' }),
  request_id: z.string(),
});

export const passageReply = z.object({ status: z.literal('success'), passage: passage.omit({ score: true }) });
