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
  const answering = createAnswering(options);
  // Who can't be opened just now is there all the same: what is asked then fails as something that passes.
  const isOn = () => answerer().then(Boolean, () => true);
  const tools = async () => ({ searching, answering: (await isOn()) ? answering : undefined });
  http('answer', createHandler(answerRoutes(answering, tools, needs(backend, ranker, answerer)), options));
};
