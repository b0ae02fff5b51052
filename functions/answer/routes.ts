import { failureBody, failureOf } from '../http/failures.ts';
import type { AuthenticatedCall, Reply, Route } from '../http/handle.ts';
import { openApiOf } from '../http/openapi.ts';
import { probes, type Ready } from '../http/probes.ts';
import { checked } from '../http/query.ts';
import { mcpDescription } from '../mcp/openapi.ts';
import { type McpOptions, mcpRoutes } from '../mcp/routes.ts';
import type { Answering, Question } from './answering.ts';
import { createEventStream, piecesOf } from './events.ts';
import { answerDescription } from './openapi.ts';
import { answerRequest } from './schemas.ts';

/** The routes of the answer function: POST /answer, /mcp with every tool that there is, /openapi.json and the probes. */
export const answerRoutes = (answering: Answering, tools: () => Promise<McpOptions>, ready: Ready): readonly Route[] => [
  { method: 'POST', path: '/answer', handle: (call) => answer(call, answering) },
  ...mcpRoutes(tools),
  ...probes(ready),
  { method: 'GET', path: '/openapi.json', open: true, handle: async () => openApiOf(answerDescription, mcpDescription) },
];

async function answer(call: AuthenticatedCall, answering: Answering): Promise<Reply> {
  const { question, history, filter, as_of: asOf, stream } = checked(answerRequest, call.body);
  const asked: Question = { ...call, question, history, filter, asOf };
  if (!stream) return { ...(await answering(asked)), request_id: call.requestId };

  return async (response) => {
    const events = createEventStream(response);
    try {
      const body = await answering({ ...asked, onStage: (stage) => events.send('stage', stage) });
      for (const text of piecesOf(body.answer)) events.send('token', { text });
      events.send('answer', { ...body, request_id: call.requestId });
    } catch (error) {
      // Before the first event it is a reply like any other.
      if (!response.headersSent) throw error;
      events.send('error', failureBody(failureOf(call.errorOf(error)), call.requestId));
      events.end();
      // The caller has been told; this is for the log.
      throw error;
    }
    events.end();
  };
}
