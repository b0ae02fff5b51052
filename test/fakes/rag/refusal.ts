import { status } from '@grpc/grpc-js';

/** What a call, or an operation, ends with instead of its answer: a gRPC status and a sentence that names the limit. */
export class Refusal extends Error {
  readonly code: number;

  constructor(code: number, details: string) {
    super(details);
    this.code = code;
  }
}

export const invalid = (details: string) => new Refusal(status.INVALID_ARGUMENT, details);
export const missing = (name: string) => new Refusal(status.NOT_FOUND, `${name} is not found.`);
export const exists = (name: string) => new Refusal(status.ALREADY_EXISTS, `${name} already exists.`);
export const precondition = (details: string) => new Refusal(status.FAILED_PRECONDITION, details);
export const exhausted = (details: string) => new Refusal(status.RESOURCE_EXHAUSTED, details);
export const denied = (details: string) => new Refusal(status.PERMISSION_DENIED, details);
export const unimplemented = (details: string) => new Refusal(status.UNIMPLEMENTED, details);
