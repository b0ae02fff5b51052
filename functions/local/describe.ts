import { http } from '@google-cloud/functions-framework';
import { createHandler, type HandlerOptions } from '../http/handle.ts';
import { openApiOf } from '../http/openapi.ts';
import { rerankDescription } from '../rerank/openapi.ts';
import { searchDescription } from '../search/openapi.ts';

const openApi = (): object => openApiOf(searchDescription, rerankDescription);

/** Registers the function `openapi`, which describes all of those that are served together. */
export const registerDescription = (options: HandlerOptions): void => {
  http('openapi', createHandler([{ method: 'GET', path: '/openapi.json', open: true, handle: async () => openApi() }], options));
};
