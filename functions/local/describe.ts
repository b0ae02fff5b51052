import { http } from '@google-cloud/functions-framework';
import { answerDescription } from '../answer/openapi.ts';
import { createHandler, type HandlerOptions } from '../http/handle.ts';
import { openApiOf } from '../http/openapi.ts';
import { mcpDescription } from '../mcp/openapi.ts';
import { rerankDescription } from '../rerank/openapi.ts';
import { searchDescription } from '../search/openapi.ts';

const openApi = (): object => openApiOf(searchDescription, answerDescription, rerankDescription, mcpDescription);

/** Registers the function `openapi`, which describes all of those that are served together. */
export const registerDescription = (options: HandlerOptions): void => {
  http('openapi', createHandler([{ method: 'GET', path: '/openapi.json', open: true, handle: async () => openApi() }], options));
};
