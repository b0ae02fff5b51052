import type { ServerResponse } from 'node:http';

/** What JSON-RPC leaves to servers, and what the protocol's own package uses for refusals of HTTP. */
export const SERVER_ERROR = -32_000;
export const INVALID_REQUEST = -32_600;

/** Refuses a request as a whole, in the words of the protocol: no message of it is answered. */
export function writeRpcError(response: ServerResponse, status: number, message: string, code = SERVER_ERROR): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }));
}
