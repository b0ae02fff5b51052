import { describe, expect, it } from 'vitest';
import { answerPart, textOf } from '../../../shared/answering/answer-part.ts';
import { Unavailable } from '../../../shared/errors.ts';
import { never, scripted, told } from './answerers.ts';
import { given } from './passages.ts';

const both = given('An unused item can be returned within 30 days. The buyer pays the postage.', 'The pump overheated.');
const GOOD = 'You have 30 days [S1].';
const BAD = 'You have 45 days [S1].';
/** Answered as told, one attempt after the other. */
const answered = async (replies: readonly (string | Error | undefined)[], mayAskAgain?: () => boolean, of = both) => {
  const problems: (readonly string[] | undefined)[] = [];
  const answerer = scripted({
    answer: (_, __, named) => {
      const reply = replies[problems.push(named) - 1];
      if (reply instanceof Error) return reply;
      return reply === undefined ? { ...told(''), value: undefined, problem: 'No use.' } : told(reply);
    },
  });
  const part = await answerPart('How long can I return it?', of, answerer, never, mayAskAgain);
  return { part, problems, text: textOf(part) };
};

describe('a part of a question', () => {
  it.each([
    ['is answered where every sentence holds', [GOOD], GOOD, 'answered', 1],
    ['is asked again where one does not', [BAD, GOOD], GOOD, 'answered', 2],
    [
      'keeps what held at first where the second attempt has less',
      [`${GOOD} The buyer pays [S1]. ${BAD}`, BAD],
      `${GOOD} The buyer pays [S1].`,
      'answered',
      2,
    ],
    ['keeps what held at first where the second attempt declines', [`${GOOD} ${BAD}`, ''], GOOD, 'answered', 2],
    ['keeps what held at first where the second attempt fails', [`${GOOD} ${BAD}`, new Unavailable('Not now.')], GOOD, 'answered', 2],
    ['keeps what held at first where the second reply is of no use', [`${GOOD} ${BAD}`, undefined], GOOD, 'answered', 2],
    ['is declined where nothing holds twice', [BAD, BAD], '', 'declined', 2],
    ['is declined where its passages do not tell', [''], '', 'declined', 1],
    ['is declined by remarks alone', ['Sure! The documents do not say how long.'], '', 'declined', 1],
    ['fails where nobody is there', [new Unavailable('Not now.')], '', 'failed', 1],
    ['fails where nobody is there any more', [BAD, new Unavailable('Not now.')], '', 'failed', 2],
    ['fails where the reply is of no use', [undefined], '', 'failed', 1],
    ['loses what brings its own', [`Did you know that cows fly? ${GOOD}`], GOOD, 'answered', 1],
    ['keeps a yes', [`Yes. ${GOOD}`], `Yes. ${GOOD}`, 'answered', 1],
  ] as const)('%s', async (_, replies, text, outcome, attempts) => {
    const result = await answered(replies);
    expect([result.text, result.part.outcome, result.problems.length]).toEqual([text, outcome, attempts]);
    expect(result.part.usage.calls).toBe(replies.slice(0, attempts).filter((reply) => !(reply instanceof Error)).length);
  });

  it('is asked again with what did not hold', async () => {
    const { problems, part } = await answered([`${BAD} Cows fly. The pump overheated [S7].`, GOOD]);
    expect(problems).toEqual([undefined, [BAD, 'Cows fly.', 'The pump overheated.', '[S7] is no passage.']]);
    expect(part.faults).toEqual({ unresolved: 1, unmarked: 2, unsupported: 1 });
  });

  it('is not asked again where it may not be', async () => {
    const { text, problems } = await answered([`${GOOD} ${BAD}`, GOOD], () => false);
    expect([text, problems.length]).toEqual([GOOD, 1]);
  });

  it('is declined without a call where there is no passage', async () => {
    const { part, problems } = await answered([GOOD], undefined, new Map());
    expect([part.outcome, problems.length]).toEqual(['declined', 0]);
  });

  it('lets a bug through', async () => {
    await expect(answered([new TypeError('a bug')])).rejects.toThrow('a bug');
  });
});
