import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { instruction } from '../../../../shared/models/generate/instruction.ts';
import { type FakeGemini, startFakeGemini } from '../../../fakes/gemini.ts';
import { config, never, onFake, prompt } from './subject.ts';

const decision = z.object({
  action: z.enum(['answer', 'refuse', 'retrieve']),
  queries: z.array(z.string().min(1)).max(4),
  kind: z.literal('decision'),
  part: z.number().int().min(1).nullable(),
});

describe('a reply of Gemini, through the real client', () => {
  let fake: FakeGemini;
  beforeEach(async () => {
    fake = await startFakeGemini();
  });
  afterEach(() => fake.close());
  const text = (more = {}) => onFake(fake).generate(prompt(more), never);
  const json = () => onFake(fake).generateJson(prompt(), decision, never);

  it('is the text of the model, without its thoughts', async () => {
    fake.generation.next({ text: 'Because.', thoughts: 'Let me think.' });
    expect(await text()).toMatchObject({ outcome: 'ok', value: 'Because.', model: 'gemini-3.5-flash-lite' });
  });

  it('is asked of the model of its role, with the instruction apart from what is data', async () => {
    fake.generation.next({ text: 'a' }, { text: 'b' }, { text: 'c' });
    const turns = [
      { role: 'user', parts: ['Hello', '[S1] passage'] },
      { role: 'model', parts: ['Hi'] },
      { role: 'user', parts: ['Why?'] },
    ] as const;
    for (const role of ['control', 'answer', 'judge'] as const) await text({ role, turns });
    expect(fake.generation.requests.map(({ model }) => model)).toEqual([
      'gemini-3.5-flash-lite',
      'gemini-3.5-flash',
      'gemini-3.1-flash-lite',
    ]);
    expect(fake.generation.requests[0]).toMatchObject({
      system: 'Answer.',
      contents: [
        { role: 'user', text: 'Hello\n[S1] passage' },
        { role: 'model', text: 'Hi' },
        { role: 'user', text: 'Why?' },
      ],
      config: { temperature: 0.05, maxOutputTokens: 200, thinkingConfig: { thinkingLevel: 'MINIMAL' } },
    });
  });

  it('is JSON of the schema, of which the service gets what it takes', async () => {
    const value = { action: 'retrieve', queries: ['a'], kind: 'decision', part: null };
    fake.generation.next({ json: value });
    expect(await json()).toMatchObject({ outcome: 'ok', value });
    expect(fake.generation.requests[0]?.config).toMatchObject({
      responseMimeType: 'application/json',
      responseJsonSchema: {
        type: 'object',
        properties: {
          action: { type: 'string', enum: ['answer', 'refuse', 'retrieve'] },
          queries: { type: 'array', items: { type: 'string' }, maxItems: 4 },
          kind: { type: 'string', enum: ['decision'] },
        },
        required: ['action', 'queries', 'kind', 'part'],
      },
    });
  });

  it('is truncated where the model runs out of tokens, also as JSON', async () => {
    fake.generation.next({ text: 'word '.repeat(500) });
    const reply = await text({ maxOutputTokens: 10 });
    expect(reply).toMatchObject({ outcome: 'truncated', text: 'word '.repeat(8) });
    fake.generation.next({ text: '{"action":"ans', finishReason: 'MAX_TOKENS' });
    expect(await json()).toMatchObject({ outcome: 'truncated', text: '{"action":"ans' });
  });

  it.each(['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII'])('is blocked by %s', async (finishReason) => {
    fake.generation.next({ text: 'Half of', finishReason });
    expect(await text()).toMatchObject({ outcome: 'blocked', reason: finishReason });
  });

  it('is blocked where the prompt is', async () => {
    fake.generation.next({ blockReason: 'PROHIBITED_CONTENT' });
    expect(await text()).toMatchObject({ outcome: 'blocked', reason: 'PROHIBITED_CONTENT', usage: { calls: 1, outputTokens: 0 } });
  });

  it.each([
    ['is empty', { text: ' ' }, 'the reply is empty'],
    ['ended in a way that nobody knows', { text: 'Half', finishReason: 'OTHER' }, 'the reply ended with OTHER'],
    ['has no candidate', { rawBody: '{}' }, 'the reply ended with no reason'],
  ])('is malformed when it %s', async (_, reply, problem) => {
    fake.generation.next(reply);
    expect(await text()).toMatchObject({ outcome: 'malformed', problem });
  });

  it.each([
    ['no JSON', 'I would say: answer', 'the reply is no JSON'],
    ['JSON of another form', '{"action":"answer","queries":"all","kind":"decision","part":1}', /^queries: /],
    ['JSON that breaks a rule the service does not know', '{"action":"answer","queries":[""],"kind":"decision","part":1}', /^queries\.0: /],
    ['a choice that is not there', '{"action":"sing","queries":[],"kind":"decision","part":1}', /^action: /],
  ])('is malformed when it is %s', async (_, said, problem) => {
    fake.generation.next({ text: said });
    expect(await json()).toMatchObject({ outcome: 'malformed', text: said, problem: expect.stringMatching(problem) });
    expect(fake.generation.requests).toHaveLength(1);
  });

  it('can be thought about, if the configuration wants it', async () => {
    fake.generation.next({ text: 'a' });
    await onFake(fake, config({ thinking: 'HIGH' })).generate(prompt(), never);
    expect(fake.generation.requests[0]?.config.thinkingConfig).toEqual({ thinkingLevel: 'HIGH' });
  });

  it('survives half a surrogate in what is asked', async () => {
    fake.generation.next({ text: 'a' });
    expect(await text({ turns: [{ role: 'user', parts: ['\ud83d?'] }] })).toMatchObject({ outcome: 'ok' });
  });
});

describe('an instruction', () => {
  it('is made of what stands in the source and of other instructions', () => {
    const rule = instruction`Cite.`;
    expect(
      instruction`
      Answer.
      ${rule}`.text,
    ).toMatch(/^Answer\.\s+Cite\.$/);
    // @ts-expect-error what came from outside is no instruction
    instruction`Answer ${'a question'}`;
  });
});
