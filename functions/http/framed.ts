import { getTestServer } from '@google-cloud/functions-framework/testing';
import type { Listener } from './server.ts';

/** A registered function in the functions framework. */
export function framed(name: string): Listener {
  const server = getTestServer(name);
  return (request, response) => void server.emit('request', request, response);
}
