import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { InvalidInput, NotAllowed, NotFound, Unavailable } from '../../shared/errors.ts';
import { failureOf } from '../http/failures.ts';

/**
 * An error as the result of a tool: what went wrong and what to do next, for the model that called it, and the code for programs.
 * It has no structured content, for that would have to be of the tool's output schema.
 */
export function toolFailure(error: unknown, requestId: string): CallToolResult {
  const { code, message } = failureOf(error);
  const text = [`${code}: ${message}`, nextStep(error), `(request ${requestId})`].filter(Boolean).join(' ');
  return { isError: true, content: [{ type: 'text', text }], _meta: { error_code: code, request_id: requestId } };
}

function nextStep(error: unknown): string {
  if (error instanceof InvalidInput) return 'Correct the arguments and call the tool again.';
  if (error instanceof NotFound) return 'Use an id that search_docs or a citation has given.';
  if (error instanceof NotAllowed) return 'Calling again does not help: tell the user.';
  if (error instanceof Unavailable)
    return `Call again ${error.retryAfterS ? `in ${error.retryAfterS} s` : 'in a moment'}; if that fails too, tell the user.`;
  return '';
}
