import { http } from '@google-cloud/functions-framework';
import { createHandler, type Guard, type HandlerOptions } from '../http/handle.ts';
import { type RerankOptions, rerankRoutes } from './routes.ts';

/** Registers the function `rerank` with the functions framework. */
export const registerRerank = (options: RerankOptions & HandlerOptions & Guard): void => {
  http('rerank', createHandler(rerankRoutes(options), options));
};
