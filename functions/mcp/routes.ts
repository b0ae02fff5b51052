import type { Answering } from '../answer/answering.ts';
import type { Respond, Route } from '../http/handle.ts';
import type { Searching } from '../search/search.ts';
import { writeRpcError } from './rpc-error.ts';

/** What the tools are made of. */
export interface McpOptions {
  readonly searching: Searching;
  /** Undefined where nothing answers, and then there is no tool `answer`. */
  readonly answering?: Answering | undefined;
}

/**
 * The Model Context Protocol at /mcp: streamable HTTP without sessions, so that any instance can take any request. A POST is a
 * message and its reply JSON, behind the same guard as every route; there is nothing to listen to (GET) and nothing to end (DELETE).
 */
export const mcpRoutes = (options: () => Promise<McpOptions>): readonly Route[] => [
  {
    method: 'POST',
    path: '/mcp',
    // The protocol's package takes longer to load than the rest of `search`, which most instances never serve it from.
    handle: async (call) => {
      const [{ respondTo }, made] = await Promise.all([import('./serve.ts'), options()]);
      return respondTo(call, made);
    },
  },
  { method: 'GET', path: '/mcp', open: true, handle: async () => notAllowed },
  { method: 'DELETE', path: '/mcp', open: true, handle: async () => notAllowed },
];

const notAllowed: Respond = async (response) => {
  response.setHeader('Allow', 'POST');
  writeRpcError(response, 405, 'There are no sessions and no streams here: POST one message a request.');
};
