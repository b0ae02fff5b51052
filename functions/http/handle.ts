import type { ServerResponse } from 'node:http';
import type { Authenticate, Caller } from '../../shared/caller.ts';
import { InvalidInput, NotFound, Unavailable } from '../../shared/errors.ts';
import { alertOf, errorFields, type Fields, type Log } from '../../shared/log.ts';
import type { Stoppable } from './drain.ts';
import { type Failure, failureBody, failureOf } from './failures.ts';
import type { Limit } from './limit.ts';
import { requestIdOf, traceField } from './request-id.ts';

/** A request as a route sees it. */
export interface Call {
  /** What follows the route's path, percent-decoded: the ID of `/passages/ID`. */
  readonly rest: string;
  /** The parsed JSON body; undefined for a GET. */
  readonly body: unknown;
  readonly requestId: string;
  /** Aborts when time is up, the client has gone, or this instance is being stopped and can wait no longer. */
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Adds fields to the one line that is logged of this request. */
  note(fields: Fields): void;
  /** What was thrown, as failureOf knows it: that time is up is an Unavailable, TIMEOUT. For a route that tells of errors itself. */
  errorOf(thrown: unknown): unknown;
}

export interface AuthenticatedCall extends Call {
  readonly caller: Caller;
}

/**
 * Writes the response itself, where a JSON body won't do: a stream, another protocol. Cache headers and request id are set before.
 * What it throws becomes the usual error as long as no header is sent; after that it cuts the connection, unless the response was
 * ended before, and is logged. It resolves when the response has ended, and heeds the call's signal.
 */
export type Respond = (response: ServerResponse, request: Received) => Promise<void>;

/** The body of a 200, or what writes the response. */
export type Reply = object | Respond;

interface Common {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Exact, or a prefix when it ends with a slash. */
  readonly path: string;
  /** Asked by the platform, over and over: not worth an entry in the log, nor an error when the answer is no. */
  readonly probe?: boolean;
}

/** Answers anybody: it says nothing of any tenant, or the platform lets only our own services call it. */
export type OpenRoute = Common & { readonly open: true; handle(call: Call): Promise<Reply> };

export type Route = OpenRoute | (Common & { readonly open?: false; handle(call: AuthenticatedCall): Promise<Reply> });

/** As nginx logs it: no answer reached anybody, and that is no failure of ours. */
const CLIENT_GONE = 499;
const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

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
export type Received = Stoppable & { readonly rawBody?: Buffer };

/** A function of the functions framework that needs nothing of it, so that it can be served without. */
export type Handler = (request: Received, response: ServerResponse) => Promise<void>;

/**
 * One HTTP function of several routes: request id, authentication, rate limit, deadline, JSON in and out, error →
 * status, and one log line a request. What a route returns is the body of a 200, or writes the response.
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
    const errorOf = (thrown: unknown): unknown =>
      thrown === deadline.reason ? new Unavailable(`The request took longer than ${options.timeoutMs} ms.`, { code: 'TIMEOUT' }) : thrown;
    const noted: Record<string, unknown> = {};

    let failure: Failure | undefined;
    let route: Route | undefined;
    response.setHeaders(new Map(Object.entries({ ...HEADERS, 'X-Request-Id': requestId })));
    try {
      const path = request.url?.split('?', 1)[0] ?? '';
      route = routeOf(routes, request.method, path);
      const call: Call = {
        rest: restOf(route, path),
        body: route.method === 'POST' ? parseBody(request.rawBody) : undefined,
        requestId,
        signal: AbortSignal.any([gone.signal, deadline, ...(request.stopping ? [request.stopping] : [])]),
        log,
        note: (fields) => Object.assign(noted, fields),
        errorOf,
      };
      let reply: Reply;
      if (route.open) {
        reply = await route.handle(call);
      } else {
        if (!options.authenticate || !options.limit) throw new TypeError(`${route.path} is not open and has no guard`);
        const caller = await options.authenticate(request.headers.authorization);
        noted.tenant = caller.tenant;
        await options.limit(caller.tenant);
        reply = await route.handle({ ...call, caller });
      }
      if (isRespond(reply)) await written(reply, response, request);
      else send(response, 200, reply);
    } catch (thrown) {
      const error = errorOf(thrown);
      failure = thrown === gone.signal.reason ? { ...failureOf(error), status: CLIENT_GONE } : failureOf(error);
      const details = failure.status >= 500 ? { ...(route?.probe ? {} : alertOf(error)), ...errorFields(error) } : {};
      Object.assign(noted, { error_code: failure.code, ...details });
      if (response.headersSent) {
        // A reply that was cut short must not look whole.
        if (!response.writableEnded) response.destroy();
      } else {
        if (error instanceof Unavailable && error.retryAfterS) response.setHeader('Retry-After', Math.ceil(error.retryAfterS));
        if (failure.status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
        send(response, failure.status, failureBody(failure, requestId));
      }
    }
    const isReplied = response.headersSent && failure?.status !== CLIENT_GONE;
    const status = isReplied ? response.statusCode : (failure?.status ?? 200);
    const [usual, failed] = route?.probe ? (['DEBUG', 'WARNING'] as const) : (['INFO', 'ERROR'] as const);
    log.write(Math.max(status, failure?.status ?? 0) >= 500 ? failed : usual, 'request', {
      method: request.method,
      path: route?.path,
      status,
      ms: Math.round(performance.now() - start),
      ...noted,
    });
  };
}

function send(response: ServerResponse, status: number, body: object): void {
  if (response.writableEnded || response.destroyed) return;
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(body));
}

const isRespond = (reply: Reply): reply is Respond => typeof reply === 'function';

async function written(respond: Respond, response: ServerResponse, request: Received): Promise<void> {
  await respond(response, request);
  if (!response.writableEnded && !response.destroyed) throw new TypeError('the route has not ended its response');
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
