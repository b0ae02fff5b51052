import { GoogleGenAI } from '@google/genai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGeminiGenerator } from '../../../../shared/models/generate/gemini.ts';
import { type FakeGemini, startFakeGemini } from '../../../fakes/gemini.ts';
import { stubMetadataServer } from '../../../support/metadata-server.ts';
import { config, never, onFake, prompt } from './subject.ts';

/** Longer than any test waits. */
const LONG_MS = 20_000;

describe('Gemini when it does not reply, through the real client', () => {
  let fake: FakeGemini;
  beforeEach(async () => {
    fake = await startFakeGemini();
  });
  afterEach(() => fake.close());

  it.each([429, 500, 502, 503, 504] as const)('is asked again after a %d', async (status) => {
    fake.generation.next({ status }, { text: 'Because.' });
    expect(await onFake(fake).generate(prompt(), never)).toMatchObject({ outcome: 'ok' });
    expect(fake.generation.requests).toHaveLength(2);
  });

  it('is asked again when the connection breaks off, and when the body is no JSON', async () => {
    fake.script('hang up');
    fake.generation.next({ rawBody: '{"candidates": [' }, { text: 'Because.' });
    expect(await onFake(fake).generate(prompt(), never)).toMatchObject({ outcome: 'ok' });
    expect(fake.calls()).toBe(3);
  });

  it.each([
    ['the header Retry-After', { status: 429, retryAfter: '0.2' }],
    ['the body', { status: 429, retryDelay: '0.2s' }],
  ] as const)('is left alone for as long as %s asks', async (_, reply) => {
    fake.generation.next(reply, { text: 'Because.' });
    const start = performance.now();
    await onFake(fake).generate(prompt(), never);
    expect(performance.now() - start).toBeGreaterThanOrEqual(200 - 2);
  });

  it('is rate limited in a storm, after as many attempts as there are waits', async () => {
    fake.generation.when(() => true, { status: 429, retryAfter: '0' });
    const generator = onFake(fake);
    const calls = Array.from({ length: 8 }, () => generator.generate(prompt(), never));
    for (const result of await Promise.allSettled(calls)) {
      expect(result).toMatchObject({ reason: { name: 'Unavailable', code: 'RATE_LIMITED', retryAfterS: 0 } });
    }
    expect(fake.generation.requests).toHaveLength(8 * 3);
  });

  it('is not waited for longer than the time limit lasts', async () => {
    fake.generation.when(() => true, { status: 429, retryAfter: '60' });
    await expect(onFake(fake).generate(prompt(), never)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterS: 60 });
    expect(fake.generation.requests).toHaveLength(1);
  });

  it.each([
    [400, /CONTROL_MODEL.*GENERATE_THINKING/],
    [401, /roles\/aiplatform\.user/],
    [403, /GEMINI_API_KEY/],
    [404, /CONTROL_MODEL.*GENERATE_LOCATION/],
  ] as const)('refuses with a %d that is not tried again, and says what to look at', async (status, message) => {
    fake.generation.next({ status });
    await expect(onFake(fake).generate(prompt(), never)).rejects.toMatchObject({
      name: 'Refused',
      message: expect.stringMatching(message),
    });
    expect(fake.generation.requests).toHaveLength(1);
  });

  it('refuses a model that is gone and a level of thinking that the model has not', async () => {
    const models = (model: string) => ({ ...config().models, control: { model, timeoutMs: 1_000 } });
    const gone = onFake(fake, config({ models: models('gemini-2.5-flash-lite') }));
    await expect(gone.generate(prompt(), never)).rejects.toMatchObject({ name: 'Refused', message: expect.stringMatching(/not there/) });
    const other = onFake(fake, config({ models: models('gemini-3.7-flash') }));
    await expect(other.generate(prompt(), never)).rejects.toMatchObject({
      name: 'Refused',
      message: expect.stringMatching(/GENERATE_THINKING/),
    });
  });

  it('is given up when it is too slow, and the request is cancelled', async () => {
    fake.generation.next({ hangs: true });
    const hasty = onFake(fake, config({}, 100));
    await expect(hasty.generate(prompt(), never)).rejects.toMatchObject({
      name: 'Unavailable',
      code: 'TIMEOUT',
      message: expect.stringMatching(/within 100 ms/),
    });
    await vi.waitFor(() => expect(fake.generation.aborted()).toBe(1));
    expect(fake.generation.inFlight()).toBe(0);
  });

  it('sees the disconnect when the caller aborts', async () => {
    fake.generation.next({ text: 'Because.', delayMs: LONG_MS });
    const stop = new AbortController();
    const running = onFake(fake).generate(prompt(), stop.signal);
    await vi.waitFor(() => expect(fake.generation.inFlight()).toBe(1));
    stop.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    await vi.waitFor(() => expect(fake.generation.aborted()).toBe(1));
    expect(fake.generation.inFlight()).toBe(0);
  });

  it('is not asked at all when the caller has already aborted', async () => {
    await expect(onFake(fake).generate(prompt(), AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
    expect(fake.calls()).toBe(0);
  });

  it('leaves no listener on the signal of a caller that goes on', async () => {
    fake.generation.when(() => true, { text: 'Because.' });
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, 'addEventListener');
    const remove = vi.spyOn(signal, 'removeEventListener');
    for (let i = 0; i < 3; i++) await onFake(fake).generate(prompt(), signal);
    expect(add.mock.calls.length).toBe(remove.mock.calls.length);
  });
});

describe('Gemini on Vertex', () => {
  let fake: FakeGemini;
  beforeEach(async () => {
    fake = await startFakeGemini();
    stubMetadataServer(fake.url);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await fake.close();
  });
  const onVertex = () =>
    // Finding the credentials takes a second, and on a busy machine several.
    createGeminiGenerator(config({}, LONG_MS), {
      client: new GoogleGenAI({ enterprise: true, project: 'p', location: 'global', httpOptions: { baseUrl: fake.url } }),
      waits: [],
    });

  it('replies to a service with the credentials of its machine', async () => {
    fake.generation.when(() => true, { text: 'Because.' });
    expect(await onVertex().generate(prompt(), never)).toMatchObject({ outcome: 'ok', value: 'Because.' });
    for (const { headers } of fake.generation.requests) expect(headers.authorization).toBe('Bearer fake');
  });
});
