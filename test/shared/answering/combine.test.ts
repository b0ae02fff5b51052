import { describe, expect, it } from 'vitest';
import { NO_FAULTS, type PartAnswer } from '../../../shared/answering/answer-part.ts';
import { checkAnswer } from '../../../shared/answering/cite.ts';
import { combine } from '../../../shared/answering/combine.ts';
import { Unavailable } from '../../../shared/errors.ts';
import { NO_USAGE } from '../../../shared/models/generate/usage.ts';
import { never, scripted, told } from './answerers.ts';
import { given } from './passages.ts';

const both = given(
  'An unused item can be returned within 30 days of delivery. The buyer pays the postage of a return.',
  'Error E-4021 means that the pump overheated.',
  'A passage about the moon that no part has cited.',
);
const part = (question: string, answer: string): PartAnswer => ({
  question,
  outcome: 'answered',
  verdicts: checkAnswer(answer, both).verdicts,
  faults: NO_FAULTS,
  usage: NO_USAGE,
});
const PARTS = [part('How long?', 'You have 30 days [S1].'), part('What is E-4021?', 'E-4021 means that the pump overheated [S2].')];
const JOINED = 'You have 30 days [S1].\n\nE-4021 means that the pump overheated [S2].';
const combined = (reply: string | Error | undefined, parts = PARTS) => {
  const answerer = scripted({
    reduce: () => (reply instanceof Error ? reply : reply === undefined ? { ...told(''), value: undefined, problem: 'cut' } : told(reply)),
  });
  return combine('How long, and what is E-4021?', parts, both, answerer, never);
};

describe('the notes of several parts', () => {
  it('are one answer where it holds', async () => {
    const text = 'You have 30 days [S1], and E-4021 means that the pump overheated [S2].';
    expect(await combined(text)).toMatchObject({ text, isJoined: false, usage: { calls: 1 }, faults: NO_FAULTS });
  });

  it.each([
    ['a part was lost', 'You have 30 days [S1].'],
    ['a part was lost though its marker is there', 'You have 30 days [S1]. The pump is fine [S2].'],
    ['a marker was invented', `${JOINED} The moon [S9].`],
    ['a marker that no note has was used', 'You have 30 days [S1]. E-4021: overheated [S2]. A passage about the moon [S3].'],
    ['a value was invented', 'You have 45 days [S1]. E-4021 means that the pump overheated [S2].'],
    ['values were swapped', 'You have E-4021 [S1]. The pump overheated for 30 days [S2].'],
    ['something was added', `${JOINED} The moon is made of cheese.`],
    ['it is empty', ''],
  ])('are joined as they are where %s', async (_, reply) => {
    expect(await combined(reply)).toMatchObject({ text: JOINED, isJoined: true, usage: { calls: 1 } });
  });

  it('are joined where no reply came, and it is told why', async () => {
    const failed = await combined(new Unavailable('Not now.'));
    expect(failed).toMatchObject({ text: JOINED, isJoined: true, usage: { calls: 0 }, problem: { message: 'Not now.' } });
    expect(await combined(undefined)).toMatchObject({ text: JOINED, isJoined: true, usage: { calls: 1 }, problem: { message: 'cut' } });
    await expect(combined(new TypeError('a bug'))).rejects.toThrow('a bug');
  });

  it('lose remarks that bring something of their own', async () => {
    const { text } = await combined(`Did you know that cows fly? ${JOINED} Let me know about the moon.`);
    expect(text).not.toMatch(/cows|moon/);
  });

  it('of one part alone are its answer, without a call', async () => {
    const [one] = PARTS;
    expect(await combined('x', one ? [one] : [])).toMatchObject({ text: 'You have 30 days [S1].', isJoined: false, usage: { calls: 0 } });
  });
});
