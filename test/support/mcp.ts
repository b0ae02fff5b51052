import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Answering } from '../../functions/answer/answering.ts';
import { createHandler } from '../../functions/http/handle.ts';
import { createLimit } from '../../functions/http/limit.ts';
import { createFrontServer } from '../../functions/http/server.ts';
import { makeToken } from '../../functions/local/token.ts';
import { searchRoutes } from '../../functions/search/routes.ts';
import { createAuthenticator } from '../../shared/caller.ts';
import { parseConfig } from '../../shared/config.ts';
import { Unavailable } from '../../shared/errors.ts';
import { createLog } from '../../shared/log.ts';
import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { PROFILES } from '../../shared/retrieval/profiles.ts';

const SECRET = 'the secret of this test run';

/** The search function over a backend, or none, with whatever answers, on a port of its own; and the official client to call it with. */
export async function serveMcp(
  backend: RetrievalBackend | undefined,
  { answering, timeoutMs = 10_000, perMinute = 0 }: { answering?: Answering; timeoutMs?: number; perMinute?: number } = {},
) {
  const lines: string[] = [];
  const edge = {
    log: createLog('INFO', (line) => lines.push(line)),
    project: undefined,
    timeoutMs,
    authenticate: createAuthenticator(parseConfig({ LOCAL_JWT_SECRET: SECRET }).trust),
    limit: createLimit(perMinute),
  };
  const routes = searchRoutes({
    backend: async () => backend ?? Promise.reject(new Unavailable('This test has no database.')),
    profile: PROFILES.local,
    ranker: async () => undefined,
    timeoutMs,
    answering,
  });
  const server = createFrontServer({ '*': createHandler(routes, edge) }, 20_000);
  const url = `http://127.0.0.1:${await server.listen(0, '127.0.0.1')}`;
  const clients: Client[] = [];

  const connect = async (tenant: string, groups: readonly string[] = []) => {
    const connected = await connectMcp(url, await makeToken(SECRET, tenant, groups));
    clients.push(connected.client);
    return connected;
  };
  return {
    url,
    lines,
    entries: () => lines.map((line) => JSON.parse(line)),
    token: (tenant: string, groups: readonly string[] = []) => makeToken(SECRET, tenant, groups),
    connect,
    server,
    async close() {
      await Promise.all(clients.map((client) => client.close()));
      await server.drain({ limitMs: 500 });
    },
  };
}

/** The official client, connected as the user of a token. */
export async function connectMcp(url: string, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const client = new Client({ name: 'test', version: '1' });
  // The SDK's own types disagree with each other about optional properties when those are exact.
  const transport: object = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  // From now on the client holds each result against the tool's output schema.
  const { tools } = await client.listTools();
  return {
    client,
    headers,
    tools: tools.map(({ name }) => name),
    async use(name: string, args: Record<string, unknown>, options?: { signal?: AbortSignal }) {
      const result = (await client.callTool({ name, arguments: args }, undefined, options)) as CallToolResult;
      const [content] = result.content;
      return { ...result, text: content?.type === 'text' ? content.text : '', passages: passagesOf(result.structuredContent) };
    },
  };
}

interface Shown {
  readonly id: string;
  readonly document_id: string;
  readonly text: string;
}

const passagesOf = (structured: Record<string, unknown> | undefined): readonly Shown[] => {
  const { passages, passage } = (structured ?? {}) as { passages?: Shown[]; passage?: Shown };
  return passages ?? (passage ? [passage] : []);
};
