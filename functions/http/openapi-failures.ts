import type { z } from 'zod';
import type { errorReply } from './failures.ts';

type Code = z.input<typeof errorReply>['error_code'];

interface Documented {
  readonly description: string;
  /** A message of each code that a reply of this status can have. */
  readonly examples: Readonly<Partial<Record<Code, string>>>;
  readonly headers?: Readonly<Record<string, object>>;
}

const RETRY_AFTER = {
  'Retry-After': { description: 'After how many seconds to try again, where that is known.', schema: { type: 'integer', minimum: 1 } },
};

const DOCUMENTED: Readonly<Record<number, Documented>> = {
  400: {
    description: 'The request is malformed: fix it.',
    examples: {
      INVALID_QUERY: 'query: must not be empty',
      INVALID_ARGUMENT: 'top_k: Too big: expected number to be <=50',
    },
  },
  401: {
    description: 'No token, or none that is good here.',
    examples: { UNAUTHENTICATED: 'Send a token: Authorization: Bearer TOKEN.' },
    headers: { 'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string', examples: ['Bearer'] } } },
  },
  403: {
    description: 'The token names no tenant here.',
    examples: {
      NO_TENANT: 'The token names no tenant. Ask for one with a tenant claim.',
      FORBIDDEN: 'This service account has no tenant here. Register it in SERVICE_ACCOUNTS.',
    },
  },
  404: {
    description: 'There is no such thing, or not for this caller.',
    examples: { NOT_FOUND: 'There is no such passage, or it is not for you.' },
  },
  413: { description: 'The body is too large.', examples: { PAYLOAD_TOO_LARGE: 'The body has more than 1000000 bytes.' } },
  429: {
    description: 'Too many requests: wait as Retry-After says.',
    examples: { RATE_LIMITED: 'Too many requests of this tenant. Try again in 12 s.' },
    headers: RETRY_AFTER,
  },
  500: {
    description: 'A fault of ours: report the request id.',
    examples: { INTERNAL: 'Something went wrong here. Quote the request id when you report it.' },
  },
  503: { description: 'Not available right now: try again.', examples: { UNAVAILABLE: 'Not ready. Try again.' }, headers: RETRY_AFTER },
  504: { description: 'It took too long: try again.', examples: { TIMEOUT: 'The request took longer than 10000 ms.' } },
};

/** The replies with these statuses, each with an example of every code that it can have. */
export const failures = (...statuses: readonly number[]): Readonly<Record<string, object>> =>
  Object.fromEntries(statuses.map((status) => [status, failure(status)]));

/** The reply with a status, and in place of the usual messages those of one route. */
export function failure(status: number, own?: Documented['examples']): object {
  const documented = DOCUMENTED[status];
  if (!documented) throw new TypeError(`functions/http/openapi-failures.ts says nothing of ${status}`);
  const { description, examples, headers } = documented;
  const bodies = Object.entries(own ?? examples).map(([code, message]) => [code, { value: example(code, message) }]);
  return {
    description,
    ...(headers ? { headers } : {}),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorReply' }, examples: Object.fromEntries(bodies) } },
  };
}

const example = (code: string, message: string): object => ({
  status: 'error',
  error_code: code,
  message,
  request_id: '6f1c9a0e-9d0f-4b57-8d0e-0b6c5d1f2a34',
});
