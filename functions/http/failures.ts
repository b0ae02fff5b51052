import { z } from 'zod';
import { type ErrorCode, KnownError } from '../../shared/errors.ts';

/** The one place where an error becomes a status. Codes of documents never get here: they are recorded, not answered. */
const STATUS: Readonly<Record<ErrorCode, number>> = {
  INVALID_QUERY: 400,
  INVALID_ARGUMENT: 400,
  EMPTY_DOCUMENT: 400,
  ENCRYPTED: 400,
  IMPORT_FAILED: 400,
  MALFORMED: 400,
  NOT_TEXT: 400,
  NO_TEXT: 400,
  PARSE_TIMEOUT: 400,
  TOO_COMPLEX: 400,
  TOO_LARGE: 400,
  TOO_MANY_TOKENS: 400,
  UNSUPPORTED_TYPE: 400,
  UNAUTHENTICATED: 401,
  NO_TENANT: 403,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  PAYLOAD_TOO_LARGE: 413,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
  TIMEOUT: 504,
};

/** The codes that a reply can have. */
export const ERROR_CODES = [
  'INVALID_QUERY',
  'INVALID_ARGUMENT',
  'UNAUTHENTICATED',
  'NO_TENANT',
  'FORBIDDEN',
  'NOT_FOUND',
  'PAYLOAD_TOO_LARGE',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'TIMEOUT',
  'INTERNAL',
] as const;

export const errorReply = z.object({
  status: z.literal('error'),
  error_code: z.enum(ERROR_CODES),
  message: z.string().meta({ description: 'May be relayed to a person.' }),
  request_id: z.string(),
});

export interface Failure {
  readonly status: number;
  readonly code: ErrorCode | 'INTERNAL';
  readonly message: string;
}

/** Status, code and message for the caller. Of an error that we don't know the caller learns nothing: it may hold anything. */
export function failureOf(error: unknown): Failure {
  if (error instanceof KnownError) return { status: STATUS[error.code], code: error.code, message: error.message };
  return { status: 500, code: 'INTERNAL', message: 'Something went wrong here. Quote the request id when you report it.' };
}

export const failureBody = ({ code, message }: Failure, requestId: string): object => ({
  status: 'error',
  error_code: code,
  message,
  request_id: requestId,
});
