import { z } from 'zod';
import { content, type Description, failures } from '../http/openapi.ts';

const id = z.union([z.string(), z.int()]);
const rpcRequest = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: id.optional().meta({ description: 'Missing in a notification, which is answered with 202.' }),
  method: z.string().meta({ examples: ['initialize', 'tools/list', 'tools/call'] }),
  params: z.looseObject({}).optional(),
});
const rpcReply = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id,
  result: z.looseObject({}).optional().meta({ description: 'Of `tools/call`: `isError` tells whether the tool failed.' }),
  error: z.looseObject({ code: z.int(), message: z.string() }).optional(),
});
const rpcRefusal = z.object({ jsonrpc: z.literal('2.0'), id: z.null(), error: z.object({ code: z.int(), message: z.string() }) });

const REQUEST = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_docs', arguments: { query: 'partial refunds' } } };
const REPLY = {
  jsonrpc: '2.0',
  id: 1,
  result: {
    content: [{ type: 'text', text: 'No matching documents. Say so rather than guessing.' }],
    structuredContent: {
      status: 'success',
      passages: [],
      note: 'No matching documents. Say so rather than guessing.',
      request_id: '6f1c9a0e-9d0f-4b57-8d0e-0b6c5d1f2a34',
    },
  },
};
const refusal = (code: number, message: string) => content('McpRefusal', { jsonrpc: '2.0', error: { code, message }, id: null });

/** There is nothing at /mcp for this method. */
const nothing = (operationId: string, summary: string) => ({
  operationId,
  summary,
  security: [],
  responses: {
    405: {
      description: 'There is none.',
      content: refusal(-32_000, 'There are no sessions and no streams here: POST one message a request.'),
    },
    ...failures(500),
  },
});

/** What the door for the Model Context Protocol says of itself; the tools are told by `tools/list`. */
export const mcpDescription: Description = {
  summary: 'The same is offered by the Model Context Protocol, at /mcp.',
  schemas: { McpRequest: rpcRequest, McpReply: rpcReply, McpRefusal: rpcRefusal },
  paths: {
    '/mcp': {
      post: {
        operationId: 'mcp',
        summary: 'One message of the Model Context Protocol',
        description: 'Streamable HTTP without sessions. For clients of that protocol; call the other operations otherwise.',
        requestBody: { required: true, content: content('McpRequest', REQUEST) },
        responses: {
          200: { description: 'The reply, also that of a tool that failed.', content: content('McpReply', REPLY) },
          202: { description: 'A notification was taken.' },
          ...failures(401, 403, 413, 429, 500, 503, 504),
          400: {
            description: 'No message of the protocol, or a version of it that is not known.',
            content: {
              'application/json': {
                schema: { anyOf: [{ $ref: '#/components/schemas/McpRefusal' }, { $ref: '#/components/schemas/ErrorReply' }] },
                examples: {
                  message: {
                    value: { jsonrpc: '2.0', error: { code: -32_700, message: 'Parse error: Invalid JSON-RPC message' }, id: null },
                  },
                },
              },
            },
          },
        },
      },
      get: nothing('mcpListen', 'A stream of the Model Context Protocol'),
      delete: nothing('mcpEnd', 'The end of a session of the Model Context Protocol'),
    },
  },
};
