import { http } from '@google-cloud/functions-framework';
import { createHandler, type Guard, type HandlerOptions } from '../http/handle.ts';
import { needs } from '../http/probes.ts';
import { createSearching } from '../search/search.ts';
import { type AnswerOptions, createAnswering } from './answer.ts';
import { answerRoutes } from './routes.ts';

/** Registers the function `answer` with the functions framework. */
export const registerAnswer = (options: AnswerOptions & HandlerOptions & Guard): void => {
  const { backend, ranker, answerer } = options;
  const searching = createSearching({ ...options, timeoutMs: options.searchTimeoutMs });
  http('answer', createHandler(answerRoutes(createAnswering(options), searching, needs(backend, ranker, answerer)), options));
};
