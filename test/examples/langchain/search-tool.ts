import { tool } from '@langchain/core/tools';
import { z } from 'zod';
import { createClient, GroundwireError } from '../../../shared/client/index.ts';

const input = z.object({ query: z.string().describe('What to look for, in plain words or as an identifier.') });

/**
 * The search as a tool. Whose documents are searched is in the token, and that in the configuration of the call
 * (`configurable.groundwire_token`), where your code puts it: the model chooses the words alone.
 */
export const searchTool = (url: string) =>
  tool(
    async ({ query }: z.output<typeof input>, config) => {
      const token: unknown = config.configurable?.groundwire_token;
      if (typeof token !== 'string') throw new TypeError('configurable.groundwire_token is not set');
      try {
        const { passages, note } = await createClient({ url, token }).search({ query }, { signal: config.signal });
        // Each line of a text is indented, so that none can pass for the head of another passage.
        const shown = passages.map(({ id, text, source }) => `[${id}] ${source.title}\n${text.replaceAll(/^/gm, ' ')}`);
        return [[...shown, ...(note ? [note] : [])].join('\n\n'), passages];
      } catch (error) {
        if (!(error instanceof GroundwireError)) throw error;
        return [`${error.code}: ${error.message}`, []];
      }
    },
    {
      name: 'search_docs',
      description: "Finds passages of the user's documents for a question. Cite them by their ids.",
      schema: input,
      responseFormat: 'content_and_artifact',
    },
  );
