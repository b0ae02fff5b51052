import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeToken } from '../../../functions/local/token.ts';
import { eventsOf, finding, parts, purposeOf, says, servedAnswers } from '../../support/answers.ts';
import { SECRET, servedFunctions } from '../../support/served.ts';
import { FOUR, FOUR_ANSWERED, FOUR_ANSWERS, putDocuments } from './documents.ts';

const DAYS = says('You have 30 days {within 30 days}. The buyer pays the postage {buyer pays}.');

describe('a request for an answer', () => {
  const served = servedAnswers({ CONTROL_TIMEOUT_MS: '500', ANSWER_TIMEOUT_MS: '1200', TURN_TIMEOUT_MS: '2600' });
  const { ask, during, post } = served;
  beforeAll(async () => {
    await putDocuments(served);
    await served.put('acme/fee.md', '# Fee\n\nThe membership fee is 60 EUR.\n', 1, {
      metadata: { effective_from: '2024-01-01', effective_until: '2090-12-31', kind: 'fee' },
    });
  });
  beforeEach(() => served.says({}));
  const all = async (response: Response) => {
    const events = [];
    for await (const event of eventsOf(response)) events.push(event);
    return events;
  };

  describe('as events', () => {
    it('tells stages, then words, then the whole reply', async () => {
      served.says({ rewrite: parts(...FOUR), map: finding(FOUR_ANSWERS) });
      const response = await post({ question: FOUR.join(' '), stream: true });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
      const events = await all(response);
      const names = events.map(({ event }) => event);
      expect(names.join(' ')).toMatch(/^(stage )+(token )+answer$/);
      const stages = events.flatMap(({ event, data }) => (event === 'stage' && isRecord(data) ? [data.stage] : []));
      expect(stages.slice(0, 2)).toEqual(['control', 'rewrite']);
      expect(new Set(stages)).toEqual(new Set(['control', 'rewrite', 'search', 'answer', 'reduce']));
      expect(stages.filter((stage) => stage === 'answer')).toHaveLength(4);
      const { data: whole } = events.at(-1) ?? {};
      if (!isRecord(whole)) throw new Error('no answer');
      expect(events.map(({ event, data }) => (event === 'token' && isRecord(data) ? data.text : '')).join('')).toBe(whole.answer);
      expect(whole).toMatchObject({ status: 'success', refused: false, request_id: response.headers.get('x-request-id') });
    });

    it('tells the first stage before the first search, and each as it happens', async () => {
      served.says({ rewrite: { delayMs: 300, json: { parts: [] } }, map: DAYS });
      const { result } = await during(async () => {
        const from = served.fake.generation.requests.length;
        const response = await post({ question: 'How many days do I have, stage by stage?', stream: true });
        const seen: [string, number][] = [];
        for await (const { event } of eventsOf(response)) seen.push([event, served.fake.generation.requests.length - from]);
        return seen;
      });
      expect(result[0]?.[0]).toBe('stage');
      expect(result[0]?.[1]).toBeLessThanOrEqual(2);
    });

    it('are an error with a status when it fails before the first, and end with one when it fails later', async () => {
      const early = await post({ question: '  ', stream: true });
      expect(early.status).toBe(400);
      expect(await early.json()).toMatchObject({ error_code: 'INVALID_QUERY' });
      served.says({ map: { status: 400 } });
      const late = await post({ question: 'How many days do I have, in vain?', stream: true });
      expect(late.status).toBe(200);
      const events = await all(late);
      expect(events.at(-1)).toMatchObject({ event: 'error', data: { status: 'error', error_code: 'UNAVAILABLE' } });
      expect(events.map(({ event }) => event)).not.toContain('answer');
      const entry = served.entries().findLast(({ path }) => path === '/answer');
      expect(entry).toMatchObject({ severity: 'ERROR', status: 200, error_code: 'UNAVAILABLE' });
      expect(entry.error).toBeDefined();
    });

    it('of a repeat say so', async () => {
      served.says({ map: DAYS });
      await ask('How many days do I have, once and again?');
      const events = await all(await post({ question: 'How many days do I have, once and again?', stream: true }));
      expect(events[0]).toMatchObject({ event: 'stage', data: { stage: 'repeat' } });
      expect(events.at(-1)).toMatchObject({ event: 'answer', data: { usage: { calls: 0 } } });
    });
  });

  describe('whose client goes', () => {
    const { generation } = { generation: () => served.fake.generation };
    it.each([
      ['while it is routed', { route: { hangs: true } } as const, 1],
      ['while it is rewritten', { rewrite: { hangs: true } } as const, 1],
      ['while four parts are answered', { rewrite: parts(...FOUR), map: { hangs: true } } as const, 4],
      ['while notes are put together', { rewrite: parts(...FOUR), map: finding(FOUR_ANSWERS), reduce: { hangs: true } } as const, 1],
    ])('ends its calls %s, and makes no further ones', async (what, script, hanging) => {
      for (const stream of [false, true]) {
        served.says(script);
        const before = generation().aborted();
        const client = new AbortController();
        const reply = post({ question: `${FOUR.join(' ')} (${what} ${stream})`, stream }, { signal: client.signal })
          .then((response) => response.text())
          .catch(() => 'gone');
        await expect.poll(() => generation().inFlight(), { timeout: 2_000, interval: 5 }).toBe(hanging);
        client.abort();
        expect(await reply).toBe('gone');
        await expect.poll(() => generation().aborted() - before, { timeout: 2_000 }).toBe(hanging);
        await expect.poll(() => generation().inFlight()).toBe(0);
        const calls = generation().requests.length;
        await sleep(150);
        expect(generation().requests.length).toBe(calls);
        const entry = served.entries().findLast(({ path }) => path === '/answer');
        expect(entry).toMatchObject({ status: 499, error_code: 'UNAVAILABLE', severity: 'INFO' });
      }
    });
  });

  describe('with a slow model', () => {
    it('goes on without a controller and a rewriter that are late', async () => {
      served.says({ route: { hangs: true }, rewrite: { hangs: true }, map: DAYS });
      const { reply } = await ask('How many days do I have, slowly?');
      expect(reply.answer).toMatch(/30 days/);
      expect(reply.degraded).toEqual(['control', 'rewrite']);
    });

    it('degrades the part that is late, and is late itself where all are', async () => {
      served.says({ rewrite: parts(...FOUR), map: finding([...FOUR_ANSWERS.slice(1), [/return/, { hangs: true }]]) });
      const { reply } = await ask(`${FOUR.join(' ')} In time.`);
      expect(reply).toMatchObject({ degraded: ['answer'], answer: expect.stringContaining(`Could not be looked up just now: ${FOUR[0]}`) });
      for (const fact of FOUR_ANSWERED.slice(1)) expect(reply.answer).toContain(fact);
      served.says({ map: { hangs: true } });
      const late = await post({ question: 'How many days do I have before it is too late?' });
      expect(late.status).toBe(504);
      expect(await late.json()).toMatchObject({ error_code: 'TIMEOUT' });
    });

    it('ends when the time of all of it is over, and with it its calls', async () => {
      const wrong = says('You have 45 days {30 days}.');
      served.says({
        route: { hangs: true },
        rewrite: { hangs: true },
        judge: { hangs: true },
        map: (request) => ({ delayMs: 1_000, ...(typeof wrong === 'function' ? wrong(request) : {}) }),
      });
      const [plain, stream] = await Promise.all(
        [false, true].map(async (isStreamed) => {
          const start = performance.now();
          const response = await post({ question: `How many days do I have in ${isStreamed}?`, stream: isStreamed });
          const text = await response.text();
          return { status: response.status, text, ms: performance.now() - start };
        }),
      );
      expect(plain?.status).toBe(504);
      expect(JSON.parse(plain?.text ?? '')).toMatchObject({ error_code: 'TIMEOUT' });
      expect(stream?.status).toBe(200);
      expect(stream?.text).toMatch(/event: error\ndata: \{[^\n]*"error_code":"TIMEOUT"/);
      const logged = () => served.entries().findLast(({ path, status }) => path === '/answer' && status === 200);
      await expect.poll(logged).toMatchObject({ severity: 'ERROR', error_code: 'TIMEOUT' });
      for (const each of [plain, stream]) expect(each?.ms).toBeLessThan(4_000);
      await expect.poll(() => served.fake.generation.inFlight()).toBe(0);
    });
  });

  describe('that was made before', () => {
    it('is answered from memory, with all that was in the first reply, and costs nothing', async () => {
      served.says({ map: says('The membership fee is 60 EUR {60 EUR}.') });
      const first = await ask('What is the membership fee?');
      expect(first.reply.citations).toMatchObject([{ effective_from: '2024-01-01', effective_until: '2090-12-31' }]);
      const again = await ask('What is the membership fee?');
      expect(again.calls).toBe(0);
      expect(again.reply).toMatchObject({
        answer: first.reply.answer,
        citations: first.reply.citations,
        hops: 1,
        usage: { calls: 0, input_tokens: 0, output_tokens: 0, searches: 0, cost_usd: 0 },
      });
      const [paid, free] = served
        .entries()
        .filter(({ path }) => path === '/answer')
        .slice(-2);
      expect(paid).toMatchObject({ calls: 4, cost_usd: expect.any(Number) });
      expect(paid.cost_usd).toBeGreaterThan(0);
      expect(free).toMatchObject({ cached: true, calls: 0, input_tokens: 0, output_tokens: 0, cost_usd: 0, cited: paid.cited });
    });

    it('is another one to somebody else, with another filter, day or history, and after a write', async () => {
      served.says({ map: says('The membership fee is 60 EUR {60 EUR}.') });
      const question = 'What is the fee of a membership?';
      expect((await ask(question)).calls).toBe(4);
      for (const other of [
        { groups: ['board'] },
        { tenant: 'globex' },
        { filter: { kind: 'fee' } },
        { as_of: '2031-01-01' },
        { history: [{ role: 'user', text: 'Hi.' }] },
        { history: [{ role: 'assistant', text: 'Hi.' }] },
      ]) {
        const { calls } = await ask(question, other);
        expect(calls, JSON.stringify(other)).toBeGreaterThan(0);
        expect((await ask(question, other)).calls, JSON.stringify(other)).toBe(0);
      }
      expect((await ask(question)).calls).toBe(0);
      await served.put('acme/fee.md', '# Fee\n\nThe membership fee is 70 EUR.\n', 2, { metadata: { kind: 'fee' } });
      served.says({ map: says('The membership fee is 70 EUR {70 EUR}.') });
      const { reply, calls } = await ask(question);
      expect(calls).toBe(4);
      expect(reply.answer).toMatch(/70 EUR/);
      await served.event('deleted', {
        bucket: 'local',
        name: 'acme/fee.md',
        generation: '3',
        metageneration: '1',
        updated: '2026-01-02T03:04:05Z',
      });
      served.says({ map: says('The membership fee is 70 EUR {70 EUR}.') });
      expect((await ask(question)).reply.refused).toBe(true);
    });
  });

  it('sends documents as data alone, and nothing of them to the controller but digests', async () => {
    served.says({ map: DAYS });
    const { requests } = await ask('How many days do I have to return something, by the book?');
    for (const request of requests) {
      expect(request.system).not.toMatch(/postage|E-4021|LP-900/);
      if (purposeOf(request) === 'map') continue;
      expect(request.contents.map(({ text }) => text).join('\n')).not.toContain('<passage');
    }
  });
});

describe('a service that only searches', () => {
  const served = servedFunctions({ GENERATOR: 'none' });
  it('says that answering is switched off there, also where events are wanted, and not to try again', async () => {
    served.lines.length = 0;
    for (const stream of [false, true]) {
      const reply = await served.call('POST', '/answer', {
        token: await makeToken(SECRET, 'acme'),
        body: JSON.stringify({ question: 'Why?', stream }),
      });
      expect(reply.status).toBe(404);
      expect(reply.headers.get('retry-after')).toBeNull();
      expect(reply.json).toMatchObject({ error_code: 'NOT_FOUND', message: expect.stringMatching(/switched off.*GENERATOR=none/) });
      expect(reply.json.message).not.toMatch(/again|moment/);
    }
    // It is a setting, and no failure.
    expect(served.entries().map(({ severity }) => severity)).toEqual(['INFO', 'INFO']);
    expect((await served.call('POST', '/answer', { body: '{"question":"Why?"}' })).status).toBe(401);
  });
});

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
