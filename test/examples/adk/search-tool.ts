import { FunctionTool } from '@google/adk';
import { z } from 'zod';
// In a project of your own: from 'groundwire/client'.
import { createClient, GroundwireError } from '../../../shared/client/index.ts';
import { remember } from './retrieved.ts';

/** Where the session says who its user is. Your sign-in writes it when it creates the session; nothing that a model says gets there. */
export const TENANT = 'user:tenant_id';

/** A token of the tenant's user, from wherever you keep them: they are not kept in the state, which is stored and shown. */
export type TokenOf = (tenant: string, userId: string) => Promise<string>;

/** The search as a tool. The model chooses the words and the filter; whose documents are searched is in the session's state alone. */
export const searchTool = (url: string, tokenOf: TokenOf) =>
  new FunctionTool({
    name: 'search_docs',
    description: "Finds passages of the user's documents for a question.",
    parameters: z.object({
      query: z.string().describe('What to look for, in plain words or as an identifier.'),
      top_k: z.int().min(1).max(10).optional(),
    }),
    execute: async ({ query, top_k }, context) => {
      const tenant = context?.state.get<string>(TENANT);
      if (!context || !tenant) return { error: 'Nobody is signed in: no documents can be searched.' };
      const client = createClient({ url, token: () => tokenOf(tenant, context.userId) });
      try {
        const { passages, note } = await client.search({ query, top_k }, { signal: context.abortSignal });
        remember(context.state, passages);
        return { passages: passages.map(({ id, section, text, source }) => ({ id, title: source.title, section, text })), note };
      } catch (error) {
        if (!(error instanceof GroundwireError)) throw error;
        return { error: error.message, error_code: error.code };
      }
    },
  });
