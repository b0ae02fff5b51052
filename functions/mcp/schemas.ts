import { z } from 'zod';
import { answerReply, answerRequest } from '../answer/schemas.ts';
import { passage, passageReply, searchReply, searchRequest } from '../search/schemas.ts';

// The schemas of the HTTP routes, without what is of no use to a model: how a passage was found, and streaming.

export const searchInput = searchRequest.omit({ explain: true });
export const searchOutput = searchReply.omit({ explain: true }).extend({ passages: z.array(passage.omit({ explain: true })) });

export const openInput = z.object({
  id: z
    .string()
    .min(1)
    .meta({ description: 'As search_docs or a citation has it.', examples: ['policies/returns.md:3'] }),
});
export const openOutput = passageReply;

export const answerInput = answerRequest.omit({ stream: true });
export const answerOutput = answerReply;
