/** The codes of error replies, and UNKNOWN for a reply that is none of ours: of a proxy, or of Cloud Run itself. */
export type GroundwireErrorCode =
  | 'INVALID_QUERY'
  | 'INVALID_ARGUMENT'
  | 'UNAUTHENTICATED'
  | 'NO_TENANT'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'PAYLOAD_TOO_LARGE'
  | 'RATE_LIMITED'
  | 'UNAVAILABLE'
  | 'TIMEOUT'
  | 'INTERNAL'
  | 'UNKNOWN';

/** A request that was refused or could not be answered. The message may be shown to a person. */
export class GroundwireError extends Error {
  override readonly name = 'GroundwireError';
  readonly code: GroundwireErrorCode;
  /** Of the HTTP reply; 200 for an answer that failed after its stream had begun. */
  readonly status: number;
  /** To be quoted when it is reported. */
  readonly requestId: string | undefined;
  /** Seconds after which to try again, where that is known. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: unknown, headers: Headers) {
    const { error_code, message, request_id } = isErrorBody(body) ? body : UNREADABLE;
    super(message ?? `The reply has status ${status} and is none of Groundwire's.`);
    this.code = error_code;
    this.status = status;
    this.requestId = request_id ?? headers.get('x-request-id') ?? undefined;
    this.retryAfter = secondsOf(headers.get('retry-after'));
  }
}

interface ErrorBody {
  readonly error_code: GroundwireErrorCode;
  readonly message: string | undefined;
  readonly request_id: string | undefined;
}

const UNREADABLE: ErrorBody = { error_code: 'UNKNOWN', message: undefined, request_id: undefined };

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'error_code' in body && typeof body.error_code === 'string';

/** Retry-After in seconds; the other form, a date, is not ours. */
const secondsOf = (header: string | null): number | undefined => (header && /^\d+$/.test(header) ? Number(header) : undefined);
