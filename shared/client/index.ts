export { type CallOptions, type Client, type ClientOptions, createClient } from './client.ts';
export { GroundwireError, type GroundwireErrorCode } from './error.ts';
export type { Connection, Token } from './send.ts';
export type * from './types.ts';
