import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnswerReply, createClient, GroundwireError } from '../../../shared/client/index.ts';

const REPLY: AnswerReply = {
  status: 'success',
  answer: '',
  citations: [],
  refused: false,
  hops: 1,
  usage: { calls: 1, input_tokens: 1, output_tokens: 1, cost_usd: null },
  request_id: 'r',
};

/** A client of whoever replies so. */
const clientOf = (body: ConstructorParameters<typeof Response>[0], type: string) =>
  createClient({ url: 'http://proxy', token: 't', fetch: async () => new Response(body, { headers: { 'content-type': type } }) });

const failureOf = async (work: Promise<unknown>): Promise<unknown> => work.then(() => undefined).catch((error: unknown) => error);

const lastOf = async <T>(events: AsyncIterable<T>): Promise<T | undefined> => {
  let last: T | undefined;
  for await (const event of events) last = event;
  return last;
};

describe('the client', () => {
  it('has any text whole that comes as an event, wherever the stream is cut', async () => {
    const unit = fc.oneof(
      fc.constantFrom('\u2028', '\u2029', '\u0085', '\r', '\n', '\n\n', 'data: ', '\ufeff'),
      fc.string({ unit: 'binary' }),
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit }), fc.integer({ min: 1, max: 50 }), async (answer, size) => {
        const bytes = Buffer.from(`: alive\n\nevent: answer\ndata: ${JSON.stringify({ ...REPLY, answer })}\n\n`);
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
        const client = clientOf(ReadableStream.from(chunks), 'text/event-stream; charset=utf-8');
        expect(await lastOf(client.answerStream({ question: 'x' }))).toEqual({ event: 'answer', data: { ...REPLY, answer } });
      }),
    );
  });

  it.each([
    ['a page to log in at', '<!doctype html><title>Log in</title>', 'text/html'],
    ['nothing', null, 'text/plain'],
    ["another service's JSON", '{"login":"https://proxy/login"}', 'application/json'],
    ['a list', '[]', 'application/json'],
    ['nothing that JSON knows', 'null', 'application/json'],
  ])('has %s in place of a reply as an error whose code is UNKNOWN', async (_, body, type) => {
    const client = clientOf(body, type);
    for (const work of [
      client.search({ query: 'x' }),
      client.openPassage('x'),
      client.rerank({ query: 'x', passages: [] }),
      client.answer({ question: 'x' }),
      lastOf(client.answerStream({ question: 'x' })),
    ]) {
      const failure = await failureOf(work);
      expect(failure).toBeInstanceOf(GroundwireError);
      expect(failure).toMatchObject({ code: 'UNKNOWN', status: 200, message: "The reply has status 200 and is none of Groundwire's." });
    }
  });

  it('has an event that is no JSON as such an error too', async () => {
    const client = clientOf('event: answer\ndata: <html>\n\n', 'text/event-stream');
    expect(await failureOf(lastOf(client.answerStream({ question: 'x' })))).toMatchObject({ code: 'UNKNOWN' });
  });
});
