import { describe, expect, it } from 'vitest';
import { groundedness } from '../../../golden/metrics/groundedness.ts';
import type { Judge } from '../../../shared/answering/judge.ts';
import { answerOf, refusal } from './answers.ts';

const never = new AbortController().signal;
const passages = ['Returns take 30 days.', 'The buyer pays.'];
/** Supports what stands in a passage word for word. */
const literal: Judge = async (claims, given) => ({
  supported: claims.filter((claim) => given.some((passage) => passage.includes(claim))).length,
  costUsd: 0,
});
const claiming = (...claims: readonly string[]) => ({ ...answerOf(''), claims });

describe('groundedness', () => {
  it('is the claims that the passages support, of all claims', async () => {
    expect(await groundedness(claiming('30 days', 'The buyer pays', 'It is free'), passages, literal, never)).toBe(2 / 3);
    expect(await groundedness(claiming('It is free'), passages, literal, never)).toBe(0 / 1);
  });

  it('asks of all claims once, with all passages', async () => {
    const asked: unknown[] = [];
    const judge: Judge = async (...question) => ({ supported: asked.push(question), costUsd: 0 });
    await groundedness(claiming('one', 'two', 'two'), passages, judge, never);
    expect(asked).toEqual([[['one', 'two', 'two'], passages, never]]);
  });

  it('says nothing of a refusal, where no claims were made, or where the judge could not tell', async () => {
    expect(await groundedness({ ...refusal, claims: ['30 days'] }, passages, literal, never)).toBeUndefined();
    expect(await groundedness(claiming(), passages, literal, never)).toBeUndefined();
    expect(await groundedness(answerOf('30 days'), passages, literal, never)).toBeUndefined();
    expect(await groundedness(claiming('one'), passages, async () => undefined, never)).toBeUndefined();
  });

  it('fails with the judge, and stops at the signal', async () => {
    const broken: Judge = async () => {
      throw new Error('no model');
    };
    await expect(groundedness(claiming('one'), passages, broken, never)).rejects.toThrow('no model');
    const stopped = AbortSignal.abort(new Error('enough'));
    await expect(groundedness(claiming('one'), passages, literal, stopped)).rejects.toThrow('enough');
  });
});
