import { describe, expect, it } from 'vitest';
import { Refused, Unavailable } from '../../../shared/errors.ts';
import { causesOf } from '../../../shared/preflight/causes.ts';
import { googleFailure } from '../../../shared/preflight/google.ts';

const service = { project: 'p', api: 'x.googleapis.com', permission: 'grant it', missing: 'name another' };
const fixOf = (error: unknown) => {
  const outcome = googleFailure(error, service);
  return 'fix' in outcome ? outcome.fix : undefined;
};
const caused = (fields: object, message = 'no') => new Refused('It refuses.', { cause: Object.assign(new Error(message), fields) });

describe('a failure of a call to Google', () => {
  it.each([
    ['gRPC PERMISSION_DENIED', caused({ code: 7 }), /^grant it\n.*gcloud services enable x\.googleapis\.com --project=p$/s],
    ['HTTP 403', caused({ status: 403 }), /^grant it/],
    [
      'an API that is not enabled',
      caused({ code: 7 }, 'X API has not been used in project 1 before or it is disabled'),
      /^gcloud services enable x/,
    ],
    ['gRPC NOT_FOUND', caused({ code: 5 }), /^name another$/],
    ['HTTP 404', caused({ status: 404 }), /^name another$/],
    ['gRPC INVALID_ARGUMENT', caused({ code: 3 }), /^name another$/],
    ['gRPC RESOURCE_EXHAUSTED', caused({ code: 8 }), /quota/],
    ['HTTP 429', caused({ status: 429 }), /quota/],
    ['a connection that fails', new Unavailable('Not there.', { cause: new TypeError('fetch failed') }), /can be reached from here/],
  ])('by %s', (_, error, fix) => {
    expect(fixOf(error)).toMatch(fix);
  });

  it('does not take a number in a message for a code', () => {
    expect(fixOf(new Unavailable('No answer within 403 ms.', { cause: new Error('404 of 7 tried') }))).toMatch(/can be reached/);
  });

  it('has causes that may be several, or go in circles', () => {
    const inner = new Error('inner');
    const circle = new Error('circle', { cause: inner });
    inner.cause = circle;
    expect(causesOf(circle)).toEqual([circle, inner]);
    const [a, b] = [new Error('a'), new Error('b')];
    expect(causesOf(new AggregateError([a, b])).slice(1)).toEqual([a, b]);
  });
});
