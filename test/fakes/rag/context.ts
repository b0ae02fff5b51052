import type { handleUnaryCall } from '@grpc/grpc-js';
import type { Routed } from './calls.ts';
import type { Engine } from './engine.ts';
import type { Names } from './names.ts';
import type { Operations } from './operations.ts';
import type { Settings } from './options.ts';

/** What the methods of the services share. */
export interface Context {
  readonly settings: Settings;
  readonly engine: Engine;
  readonly names: Names;
  readonly operations: Operations;
  /** A method under the quota of VertexRagDataService. */
  readonly data: Method;
  /** A method under the quota of RetrieveContexts. */
  readonly retrieval: Method;
  /** A method that has no quota here. */
  readonly free: Method;
}

/** A method of a service, by what it answers. */
export type Method = <Request extends Routed, Response>(
  answer: (request: Request) => Response | Promise<Response>,
) => handleUnaryCall<Request, Response>;
