import { status } from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import { InvalidInput, isPassing, NotFound, Refused, Unavailable } from '../../../../shared/errors.ts';
import { translate } from '../../../../shared/retrieval/vertex-rag/failures.ts';
import { ragConfig } from '../../../support/managed.ts';

const config = ragConfig({ address: '127.0.0.1:1' });
const failure = (code: unknown, details = '') => Object.assign(new Error('x'), { code, details });

describe('what the client fails with', () => {
  it.each([
    [status.CANCELLED, Unavailable, /can not answer right now/],
    [status.UNKNOWN, Unavailable, /can not answer right now/],
    [status.INVALID_ARGUMENT, Refused, /malformed: what it said/],
    [status.DEADLINE_EXCEEDED, Unavailable, /no answer within 20000 ms/],
    [status.NOT_FOUND, NotFound, /no such corpus or file/],
    [status.ALREADY_EXISTS, Refused, /malformed/],
    [status.PERMISSION_DENIED, Refused, /roles\/aiplatform\.user/],
    [status.RESOURCE_EXHAUSTED, Unavailable, /quota/],
    [status.FAILED_PRECONDITION, Refused, /us-central1 is not in the state for it: what it said/],
    [status.ABORTED, Unavailable, /right now/],
    [status.OUT_OF_RANGE, Refused, /malformed/],
    [status.UNIMPLEMENTED, Refused, /not in the state/],
    [status.INTERNAL, Unavailable, /right now/],
    [status.UNAVAILABLE, Unavailable, /right now/],
    [status.DATA_LOSS, Unavailable, /right now/],
    [status.UNAUTHENTICATED, Refused, /roles\/aiplatform\.user/],
  ])('with status %i is one of ours, by what to do next, and keeps its cause', (code, kind, message) => {
    const cause = failure(code, 'what it said');
    const translated = translate(cause, config);
    expect(translated).toBeInstanceOf(kind);
    expect(translated).toMatchObject({ name: kind.name, message: expect.stringMatching(message), cause });
    expect(isPassing(translated)).toBe(kind === Unavailable);
  });

  it('knows every status but OK', () => {
    const codes = Object.values(status).filter((code) => typeof code === 'number' && code !== status.OK);
    for (const code of codes) expect(translate(failure(code), config)).not.toHaveProperty('code', code);
  });

  it('says what is used up and what is slow by a code', () => {
    expect(translate(failure(status.RESOURCE_EXHAUSTED), config)).toMatchObject({ code: 'RATE_LIMITED' });
    expect(translate(failure(status.DEADLINE_EXCEEDED), config)).toMatchObject({ code: 'TIMEOUT' });
  });

  it.each([[new TypeError('a bug')], [failure('ECONNREFUSED')], [failure(99)], ['text'], [undefined]])(
    'leaves a bug as it is: %s',
    (error) => {
      expect(translate(error, config)).toBe(error);
      expect(isPassing(error)).toBe(false);
    },
  );

  it('leaves ours as they are', () => {
    for (const error of [new InvalidInput('MALFORMED', 'x'), new Unavailable('x')]) expect(translate(error, config)).toBe(error);
  });

  it('does not relay long details', () => {
    const translated = translate(failure(status.INVALID_ARGUMENT, 'x'.repeat(5_000)), config);
    expect(translated).toMatchObject({ message: expect.stringMatching(/^.{1,300}$/) });
  });
});
