/**
 * The four errors, by what the caller does next. Anything else that is thrown is a bug: it is logged, answered
 * with a bare 500 and never handled as if it were one of these.
 */
export type InputCode = 'INVALID_QUERY' | 'INVALID_ARGUMENT' | 'PAYLOAD_TOO_LARGE';
export type DocumentCode =
  | 'EMPTY_DOCUMENT'
  | 'ENCRYPTED'
  | 'IMPORT_FAILED'
  | 'MALFORMED'
  | 'NOT_TEXT'
  | 'NO_TEXT'
  | 'PARSE_TIMEOUT'
  | 'TOO_COMPLEX'
  | 'TOO_LARGE'
  | 'TOO_MANY_TOKENS'
  | 'UNSUPPORTED_TYPE';
export type AccessCode = 'UNAUTHENTICATED' | 'NO_TENANT' | 'FORBIDDEN';
export type RetryCode = 'UNAVAILABLE' | 'TIMEOUT' | 'RATE_LIMITED';
export type ErrorCode = InputCode | DocumentCode | AccessCode | RetryCode | 'NOT_FOUND';

/** An error that says what to do next. `message` is safe to relay: it holds no document text and no secret. */
export abstract class KnownError extends Error {
  abstract readonly code: ErrorCode;
}

/** Fix the input; sending the same again fails the same way. */
export class InvalidInput extends KnownError {
  override readonly name = 'InvalidInput';
  readonly code: InputCode | DocumentCode;
  constructor(code: InputCode | DocumentCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Not with this token. */
export class NotAllowed extends KnownError {
  override readonly name = 'NotAllowed';
  readonly code: AccessCode;
  constructor(code: AccessCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** There is no such thing, or none that this caller may see. */
export class NotFound extends KnownError {
  override readonly name = 'NotFound';
  readonly code = 'NOT_FOUND' as const;
}

/** What comes of `work`; undefined where that is NotFound. */
export async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

/** Try again later; nothing is wrong with the request. */
export class Unavailable extends KnownError {
  override readonly name: string = 'Unavailable';
  readonly code: RetryCode;
  /** Seconds after which to try again, when that is known. */
  readonly retryAfterS: number | undefined;
  constructor(message: string, options?: ErrorOptions & { readonly code?: RetryCode; readonly retryAfterS?: number }) {
    super(message, options);
    this.code = options?.code ?? 'UNAVAILABLE';
    this.retryAfterS = options?.retryAfterS;
  }
}

/**
 * Another service refuses what we ask of it: a permission, a name or a request that is wrong. Callers do without it, as when
 * it is Unavailable, but trying again won't help until somebody has looked: see logFailure in log.ts.
 */
export class Refused extends Unavailable {
  override readonly name = 'Refused';
}

/** Whether a while may mend it. */
export const isPassing = (error: unknown): boolean => error instanceof Unavailable && !(error instanceof Refused);

/**
 * The database answers, and `npm run migrate` has yet to bring its schema up to this code or let this login in. A release applies
 * migrations when its first instances are up already, so they wait for it: see /startupz in functions/http/probes.ts.
 */
export class NotMigrated extends Unavailable {
  override readonly name = 'NotMigrated';
}
