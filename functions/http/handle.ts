import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Authenticate, Caller } from '../../shared/caller.ts';
import { InvalidInput, NotFound, Unavailable } from '../../shared/errors.ts';
import { errorFields, type Fields, type Log } from '../../shared/log.ts';
import { failureBody, failureOf } from './failures.ts';
import type { Limit } from './limit.ts';
import { requestIdOf, traceField } from './request-id.ts';

/** A request as a route sees it. */
export interface Call {
  /** What follows the route's path, percent-decoded: the ID of `/passages/ID`. */
  readonly rest: string;
  /** The parsed JSON body; undefined for a GET. */
  readonly body: unknown;
  readonly requestId: string;
  /** Aborts when time is up or the client has gone. */
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Adds fields to the one line that is logged of this request. */
  note(fields: Fields): void;
}

export interface AuthenticatedCall extends Call {
  readonly caller: Caller;
}

interface Common {
  readonly method: 'GET' | 'POST';
  /** Exact, or a prefix when it ends with a slash. */
  readonly path: string;
}

/** Answers anybody: it says nothing of any tenant, or the platform lets only our own services call it. */
export type OpenRoute = Common & { readonly open: true; handle(call: Call): Promise<object> };

export type Route = OpenRoute | (Common & { readonly open?: false; handle(call: AuthenticatedCall): Promise<object> });

const HEADERS = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

/** What stands before the routes that are not open. */
export interface Guard {
  readonly authenticate: Authenticate;
  readonly limit: Limit;
}

export interface HandlerOptions {
  readonly log: Log;
  readonly project: string | undefined;
  readonly timeoutMs: number;
}

/** A request whose body has been read: by the functions framework, or by the front server. */
export type Received = IncomingMessage & { readonly rawBody?: Buffer };

/** A function of the functions framework that needs nothing of it, so that it can be served without. */
export type Handler = (request: Received, response: ServerResponse) => Promise<void>;

/**
 * One HTTP function of several routes: request id, authentication, rate limit, deadline, JSON in and out, error →
 * status, and one log line a request. What a route returns is the body of a 200.
 */
export function createHandler(routes: readonly Route[], options: HandlerOptions & Guard): Handler;
export function createHandler(routes: readonly OpenRoute[], options: HandlerOptions): Handler;
export function createHandler(routes: readonly Route[], options: HandlerOptions & Partial<Guard>): Handler {
  return async (request, response) => {
    const start = performance.now();
    const requestId = requestIdOf(request.headers);
    const log = options.log.with({ request_id: requestId, ...traceField(request.headers, options.project) });
    const gone = new AbortController();
    response.on('close', () => gone.abort(new Unavailable('The client has gone.')));
    const deadline = AbortSignal.timeout(options.timeoutMs);
    const noted: Record<string, unknown> = {};

    let status = 200;
    let body: object;
    let route: Route | undefined;
    try {
      const path = request.url?.split('?', 1)[0] ?? '';
      route = routeOf(routes, request.method, path);
      const call: Call = {
        rest: restOf(route, path),
        body: route.method === 'POST' ? parseBody(request.rawBody) : undefined,
        requestId,
        signal: AbortSignal.any([gone.signal, deadline]),
        log,
        note: (fields) => Object.assign(noted, fields),
      };
      if (route.open) {
        body = await route.handle(call);
      } else {
        if (!options.authenticate || !options.limit) throw new TypeError(`${route.path} is not open and has no guard`);
        const caller = await options.authenticate(request.headers.authorization);
        noted.tenant = caller.tenant;
        await options.limit(caller.tenant);
        body = await route.handle({ ...call, caller });
      }
    } catch (thrown) {
      const error =
        thrown === deadline.reason ? new Unavailable(`The request took longer than ${options.timeoutMs} ms.`, { code: 'TIMEOUT' }) : thrown;
      const failure = failureOf(error);
      status = failure.status;
      body = failureBody(failure, requestId);
      Object.assign(noted, { error_code: failure.code }, status >= 500 ? errorFields(error) : {});
      if (error instanceof Unavailable && error.retryAfterS) response.setHeader('Retry-After', error.retryAfterS);
      if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
    }
    if (!response.writableEnded && !response.destroyed) {
      response.statusCode = status;
      response.setHeaders(new Map(Object.entries({ ...HEADERS, 'X-Request-Id': requestId })));
      response.end(JSON.stringify(body));
    }
    log.write(status >= 500 ? 'ERROR' : 'INFO', 'request', {
      method: request.method,
      path: route?.path,
      status,
      ms: Math.round(performance.now() - start),
      ...noted,
    });
  };
}

function routeOf(routes: readonly Route[], method: string | undefined, path: string): Route {
  const there = routes.filter((route) => (route.path.endsWith('/') ? path.startsWith(route.path) : path === route.path));
  const route = there.find((candidate) => candidate.method === method);
  if (route) return route;
  if (there.length > 0)
    throw new InvalidInput('INVALID_ARGUMENT', `This route takes ${there.map((other) => other.method).join(' or ')}, not ${method}.`);
  throw new NotFound('There is no such route. GET /openapi.json lists them.');
}

function restOf(route: Route, path: string): string {
  try {
    return decodeURIComponent(path.slice(route.path.length));
  } catch {
    throw new InvalidInput('INVALID_ARGUMENT', 'The path is not percent-encoded as it should be.');
  }
}

/** The body as JSON, whatever its declared type: agents often forget to declare it. */
function parseBody(raw: Buffer | undefined): unknown {
  try {
    return JSON.parse(raw?.toString('utf8') ?? '');
  } catch {
    throw new InvalidInput('INVALID_ARGUMENT', 'The body is not JSON.');
  }
}
