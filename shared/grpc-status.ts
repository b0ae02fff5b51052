import { status } from '@grpc/grpc-js';

/** What failures of Google's services come to, by what the caller can do about them. */
export interface ByKind<T> {
  /** The request is wrong. */
  readonly malformed: T;
  readonly notAllowed: T;
  readonly notThere: T;
  /** The service is not in the state for it, or has no such call. */
  readonly notReady: T;
  /** A quota is used up, which comes back by itself. */
  readonly usedUp: T;
  readonly tooSlow: T;
  /** Whatever a while may mend. */
  readonly failed: T;
}

/** The same by gRPC status. */
export const byStatus = <T>({
  malformed,
  notAllowed,
  notThere,
  notReady,
  usedUp,
  tooSlow,
  failed,
}: ByKind<T>): Readonly<Record<number, T>> => ({
  [status.CANCELLED]: failed,
  [status.UNKNOWN]: failed,
  [status.INVALID_ARGUMENT]: malformed,
  [status.DEADLINE_EXCEEDED]: tooSlow,
  [status.NOT_FOUND]: notThere,
  [status.ALREADY_EXISTS]: malformed,
  [status.PERMISSION_DENIED]: notAllowed,
  [status.RESOURCE_EXHAUSTED]: usedUp,
  [status.FAILED_PRECONDITION]: notReady,
  [status.ABORTED]: failed,
  [status.OUT_OF_RANGE]: malformed,
  [status.UNIMPLEMENTED]: notReady,
  [status.INTERNAL]: failed,
  [status.UNAVAILABLE]: failed,
  [status.DATA_LOSS]: failed,
  [status.UNAUTHENTICATED]: notAllowed,
});
