import type { Route } from '../http/handle.ts';
import { needs, probes } from '../http/probes.ts';
import { checked } from '../http/query.ts';
import { type McpOptions, mcpRoutes } from '../mcp/routes.ts';
import { openApi } from './openapi.ts';
import { searchRequest } from './schemas.ts';
import { createSearching, type SearchOptions } from './search.ts';

export type SearchRoutesOptions = SearchOptions & Pick<McpOptions, 'answering'>;

/** The routes of the search function: POST /search, GET /passages/ID, /mcp, /healthz, /readyz, /startupz and /openapi.json. */
export function searchRoutes({ answering, ...options }: SearchRoutesOptions): readonly Route[] {
  const searching = createSearching(options);
  return [
    { method: 'POST', path: '/search', handle: (call) => searching.search(checked(searchRequest, call.body), call) },
    { method: 'GET', path: '/passages/', handle: (call) => searching.open(call.rest, call) },
    ...mcpRoutes(async () => ({ searching, answering })),
    ...probes(needs(options.backend, options.ranker)),
    { method: 'GET', path: '/openapi.json', open: true, handle: async () => openApi() },
  ];
}
