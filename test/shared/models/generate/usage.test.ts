import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addUsage, NO_USAGE, usageOf } from '../../../../shared/models/generate/usage.ts';
import { type FakeGemini, startFakeGemini } from '../../../fakes/gemini.ts';
import { never, onFake, prompt } from './subject.ts';

const prices = { lite: { input: 0.3, output: 2.5, cached: 0.03 }, plain: { input: 1, output: 2 } };
const counts = { promptTokenCount: 1_000, cachedContentTokenCount: 400, candidatesTokenCount: 50, thoughtsTokenCount: 7 };

describe('usage', () => {
  it('bills the prompt, the reply and the thoughts, and cached tokens at their own price', () => {
    expect(usageOf(counts, 'lite', prices)).toEqual({
      calls: 1,
      inputTokens: 1_000,
      cachedTokens: 400,
      outputTokens: 50,
      thoughtTokens: 7,
      costUsd: (600 * 0.3 + 400 * 0.03 + (50 + 7) * 2.5) / 1_000_000,
    });
  });

  it('bills cached tokens as others where they have no price', () => {
    expect(usageOf(counts, 'plain', prices).costUsd).toBeCloseTo((1_000 * 1 + 57 * 2) / 1_000_000, 12);
  });

  it('does not know what a model without a price costs, nor a reply without counts', () => {
    expect(usageOf(counts, 'other', prices)).toMatchObject({ inputTokens: 1_000, costUsd: undefined });
    expect(usageOf(counts, 'toString', prices).costUsd).toBeUndefined();
    expect(usageOf(undefined, 'lite', prices)).toMatchObject({ calls: 1, inputTokens: 0, costUsd: undefined });
  });

  it('adds up, and is of unknown cost as soon as a part of it is', () => {
    const one = usageOf(counts, 'lite', prices);
    expect(addUsage(NO_USAGE, one)).toEqual(one);
    const both = addUsage(one, usageOf({ promptTokenCount: 10 }, 'plain', prices));
    expect(both).toMatchObject({ calls: 2, inputTokens: 1_010, outputTokens: 50 });
    expect(both.costUsd).toBeCloseTo((one.costUsd ?? 0) + 10 / 1_000_000, 12);
    expect(addUsage(one, usageOf(counts, 'other', prices)).costUsd).toBeUndefined();
  });

  describe('of a call', () => {
    let fake: FakeGemini;
    beforeEach(async () => {
      fake = await startFakeGemini();
    });
    afterEach(() => fake.close());

    it('is what the service counted', async () => {
      fake.generation.next({ text: 'x'.repeat(40), thoughts: 'y'.repeat(8), cachedTokens: 1 });
      const { usage } = await onFake(fake).generate(prompt(), never);
      const inputTokens = Math.ceil('Answer.Why?'.length / 4);
      expect(usage).toEqual({
        calls: 1,
        inputTokens,
        cachedTokens: 1,
        outputTokens: 10,
        thoughtTokens: 2,
        costUsd: ((inputTokens - 1) * 0.3 + 1 * 0.03 + 12 * 2.5) / 1_000_000,
      });
    });
  });
});
