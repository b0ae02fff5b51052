import { z } from 'zod';
import { query } from '../http/query.ts';

/** What the Ranking API takes at once. */
const MOST_PASSAGES = 200;

const passage = z.object({
  id: z.string().min(1),
  text: z.string(),
  title: z.string().optional().meta({ description: 'What the text is from: the title of its page, its headings.' }),
});

export const rerankRequest = z.object({
  query,
  passages: z
    .array(passage)
    .min(1)
    .max(MOST_PASSAGES)
    .refine((passages) => new Set(passages.map(({ id }) => id)).size === passages.length, 'ids have to differ')
    .meta({ description: 'In the order that they have so far, which decides between equals. Their ids differ.' }),
  top_n: z.int().min(1).max(MOST_PASSAGES).optional().meta({ description: 'How many of the best to return; all of them otherwise.' }),
});

const ranked = z.object({
  id: z.string(),
  score: z.number().min(0).max(1).meta({ description: 'How well it answers the query; 0 for all when `degraded` names `rerank`.' }),
});

export const rerankReply = z.object({
  status: z.literal('success'),
  ranking: z.array(ranked).meta({ description: 'Every id once, best first.' }),
  degraded: z
    .array(z.string())
    .optional()
    .meta({ description: 'Names `rerank` when no model has ranked: the ranking is then in the order given.' }),
});
