import { http } from '@google-cloud/functions-framework';
import { createHandler, type Guard, type HandlerOptions } from '../http/handle.ts';
import { type SearchRoutesOptions, searchRoutes } from './routes.ts';

/** Registers the function `search` with the functions framework. */
export const registerSearch = (options: SearchRoutesOptions & HandlerOptions & Guard): void => {
  http('search', createHandler(searchRoutes(options), options));
};
