import { describe, expect, it } from 'vitest';
import { createJudging } from '../../../functions/answer/judging.ts';
import type { Judge } from '../../../shared/answering/judge.ts';
import { Refused } from '../../../shared/errors.ts';
import { createLog } from '../../../shared/log.ts';
import { hit, scripted, told, turn } from '../../shared/answering/answerers.ts';

const HITS = [hit('a.md', 'You have 30 days. The buyer pays.')];
const answered = () => turn('How long?', scripted({ answer: () => told('You have 30 days [S1]. The buyer pays [S1].') }), HITS);
const refused = () => turn('How long?', scripted(), HITS);

const judged = async (judge: Judge | undefined, share: number, randoms: readonly number[], of = answered) => {
  const entries: unknown[] = [];
  const asked: unknown[] = [];
  let i = 0;
  const judging = createJudging({
    share,
    judge: async () =>
      judge &&
      (async (...args) => {
        asked.push(args.slice(0, 2));
        return judge(...args);
      }),
    timeoutMs: 1_000,
    random: () => randoms[i++] ?? 1,
  });
  const one = await of();
  const log = createLog('DEBUG', (line) => entries.push(JSON.parse(line)));
  for (const _ of randoms) judging.consider(one, log);
  await judging.settled();
  return { entries, asked };
};
const half: Judge = async () => ({ supported: 1, costUsd: 0.0001 });

describe('answers that are judged afterwards', () => {
  it('are a share of them', async () => {
    expect((await judged(half, 0.05, [0.04, 0.05, 0.5, 0.01])).asked).toHaveLength(2);
    expect((await judged(half, 0, [0, 0, 0])).asked).toHaveLength(0);
    expect((await judged(half, 1, [0.999, 0])).asked).toHaveLength(2);
  });

  it('are judged by their claims and the passages that these are from, and only a share is logged of what the judge says', async () => {
    const { asked, entries } = await judged(half, 1, [0]);
    expect(asked).toEqual([[['You have 30 days.', 'The buyer pays.'], ['You have 30 days. The buyer pays.']]]);
    expect(entries).toMatchObject([
      { severity: 'NOTICE', message: 'groundedness', groundedness: 0.5, claims: 2, refused: false, cost_usd: 0.0001 },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/buyer|30 days/);
    expect((await judged(async () => ({ supported: 2, costUsd: undefined }), 1, [0])).entries).toMatchObject([
      { severity: 'INFO', groundedness: 1 },
    ]);
  });

  it('are judged by what was put together of the notes, for that is what was given', async () => {
    const two = [
      { question: 'How long?', queries: [] },
      { question: 'Who pays?', queries: [] },
    ];
    const answer = (question: string) => told(question.startsWith('Who') ? 'The buyer pays [S1].' : 'You have 30 days [S1].');
    const reduce = () => told('The buyer pays, and you have 30 days [S1].');
    const put = () => turn('How long, and who pays?', scripted({ rewrite: () => told(two), answer, reduce }), HITS);
    const { verdicts, answer: text } = await put();
    expect(verdicts.map((verdict) => verdict.text).join('')).toBe(text);
    expect((await judged(half, 1, [0], put)).asked).toEqual([[['The buyer pays, and you have 30 days.'], [HITS[0]?.text]]]);
  });

  it('open no judge where there is nothing to judge', async () => {
    let opened = 0;
    const judging = createJudging({
      share: 1,
      timeoutMs: 1_000,
      judge: async () => {
        opened++;
        return half;
      },
    });
    for (const one of [await refused(), await turn('Hello!', scripted(), HITS)])
      judging.consider(
        one,
        createLog('DEBUG', () => {}),
      );
    await judging.settled();
    expect(opened).toBe(0);
  });

  it('are all judged by one judge, which is opened again only where it could not be', async () => {
    let opened = 0;
    const entries: unknown[] = [];
    const judging = createJudging({
      share: 1,
      timeoutMs: 1_000,
      judge: async () => {
        if (++opened === 1) throw new Error('no judge yet');
        return half;
      },
    });
    const one = await answered();
    const log = createLog('DEBUG', (line) => entries.push(JSON.parse(line)));
    for (let i = 0; i < 3; i++) {
      judging.consider(one, log);
      await judging.settled();
    }
    expect(opened).toBe(2);
    expect(entries).toMatchObject([{ severity: 'WARNING' }, { message: 'groundedness' }, { message: 'groundedness' }]);
  });

  it('count for the alert where the model refuses', async () => {
    const refuses: Judge = () => Promise.reject(new Refused('It needs a role.'));
    expect((await judged(refuses, 1, [0])).entries).toMatchObject([
      { severity: 'ERROR', message: 'an answer could not be judged', alert: 'refused' },
    ]);
  });

  it('are no refusals and no greetings', async () => {
    expect((await judged(half, 1, [0], refused)).asked).toEqual([]);
    expect((await judged(half, 1, [0], () => turn('Hello!', scripted(), HITS))).asked).toEqual([]);
  });

  it('hurt nobody when the judge fails or is none', async () => {
    const fails: Judge = async () => {
      throw new Error('no judge');
    };
    expect((await judged(fails, 1, [0])).entries).toMatchObject([{ severity: 'WARNING', message: 'an answer could not be judged' }]);
    expect((await judged(async () => undefined, 1, [0])).entries).toMatchObject([{ severity: 'WARNING' }]);
    expect((await judged(undefined, 1, [0])).entries).toEqual([]);
  });
});
