import { z } from 'zod';
import { query } from '../http/query.ts';

export { errorReply } from '../http/failures.ts';

export const TOP_K = { least: 1, most: 50, usual: 6 };

/** What the filter language is, for people and agents; parseFilter is what checks it. */
export const filter = z.unknown().meta({
  type: 'object',
  description:
    'Conditions on the metadata of documents, all of which must hold. A field is a value, a list of values of which one will do, or an object of gt, gte, lt, lte and exists. Fields that a document does not have match nothing.',
  additionalProperties: {
    anyOf: [
      { type: ['string', 'number', 'boolean'] },
      { type: 'array', items: { type: ['string', 'number', 'boolean'] } },
      {
        type: 'object',
        properties: {
          ...Object.fromEntries(['gt', 'gte', 'lt', 'lte'].map((is) => [is, { type: ['string', 'number'] }])),
          exists: { type: 'boolean' },
        },
        additionalProperties: false,
      },
    ],
  },
  examples: [{ product: ['pump', 'valve'], version: { gte: 3 } }],
});

export const searchRequest = z.object({
  query,
  filter: filter.optional(),
  as_of: z.iso
    .date()
    .optional()
    .meta({ description: 'Search what was, or will be, in force on this day; today by default.', examples: ['2026-01-31'] }),
  explain: z.boolean().default(false).meta({ description: 'Also say how each passage was found.' }),
  top_k: z.int().min(TOP_K.least).max(TOP_K.most).default(TOP_K.usual).meta({ description: 'How many passages at most.' }),
});

const placed = z.object({ rank: z.int(), score: z.number() });

/** Where a passage stood on its way, ranks from 1. */
export const placement = z.object({
  arms: z
    .record(z.string(), z.object({ rank: z.int(), score: z.number().optional() }))
    .meta({ description: 'By way of searching; scores of different ones do not compare.' }),
  fused: placed.extend({
    sum: z.string().meta({ description: 'Reciprocal rank fusion, written out.', examples: ['1/(60+1) + 1/(60+3)'] }),
  }),
  mmr: z.object({ rank: z.int() }).optional(),
  rerank: placed.optional(),
});

export const explanation = z.object({
  profile: z.string(),
  arms: z.record(
    z.string(),
    z.object({
      path: z.string().meta({ description: 'How it was searched.', examples: ['exact', 'hnsw iterative', 'hnsw then exact'] }),
      candidates: z.int(),
      scanned: z.int().optional().meta({ description: 'Chunks or vectors that were looked at.' }),
    }),
  ),
  timings_ms: z.record(z.string(), z.number()),
  cache: z.object({ search: z.boolean(), query_embedding: z.boolean() }).meta({ description: 'What was at hand.' }),
  degraded: z.array(z.string()),
});

export const passage = z.object({
  id: z.string().meta({ description: 'Opens the passage again: GET /passages/ID, percent-encoded.', example: 'policies/returns.md:3' }),
  document_id: z.string(),
  section: z.string().meta({ description: 'The headings above it.', example: 'Billing > Refunds > Partial refunds' }),
  text: z.string().meta({ description: 'What the document says, verbatim.' }),
  source: z.object({ title: z.string(), uri: z.string(), updated_at: z.string().meta({ format: 'date-time' }) }),
  score: z.number().meta({ description: 'For the order within this reply only; it compares with nothing else.' }),
  metadata: z.record(z.string(), z.unknown()),
  explain: placement.optional(),
});

export const searchReply = z.object({
  status: z.literal('success'),
  passages: z.array(passage).meta({ description: 'Best first.' }),
  note: z.string().optional().meta({ description: 'What to do when there are no passages.' }),
  degraded: z.array(z.string()).optional().meta({ description: 'Parts of the search that could not answer.' }),
  explain: explanation.optional(),
  request_id: z.string(),
});

export const passageReply = z.object({ status: z.literal('success'), passage: passage.omit({ score: true, explain: true }) });
