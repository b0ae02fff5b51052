import { beforeAll, describe, expect, it } from 'vitest';
import { percentile } from '../../../shared/percentile.ts';
import type { Answering } from '../../fakes/gemini/generate.ts';
import { finding, parts, questionOf, servedAnswers } from '../../support/answers.ts';
import { FOUR, FOUR_ANSWERS, putDocuments } from './documents.ts';

/** Of each call, whatever it is for: much more than everything else takes here. */
const LATENCY_MS = 300;
const TIMES = 3;

describe('a question of four parts', () => {
  const served = servedAnswers();
  beforeAll(() => putDocuments(served));

  it('takes at most 1.8 times as long as one of one part, by a model that always takes as long', async () => {
    const slow =
      (answering: Answering): Answering =>
      (request) => ({
        ...(typeof answering === 'function' ? answering(request) : answering),
        delayMs: LATENCY_MS,
      });
    const asIs: Answering = (request) => ({ json: { parts: [{ question: questionOf(request), queries: [questionOf(request)] }] } });
    const retrieve: Answering = { json: { action: 'retrieve', reason: '', queries: ['pump'], missing: 'all' } };
    const common = { route: slow(retrieve), judge: slow({ json: { action: 'answer', reason: '', queries: [], missing: '' } }) };
    const notes: Answering = ({ contents }) => ({
      text: (contents[0]?.text ?? '').match(/(?<=<note [^>]*>\n)[\s\S]*?(?=\n<\/note>)/g)?.join(' ') ?? '',
    });
    const timed = async (question: string, calls: number) => {
      const start = performance.now();
      const { result, requests } = await served.during(() => served.post({ question }));
      await result.text();
      const ms = performance.now() - start;
      expect([result.status, requests.length]).toEqual([200, calls]);
      return ms;
    };
    const [one, four]: [number[], number[]] = [[], []];
    // Turn by turn, so that whatever else this machine does is in both; the first of each is to warm up.
    for (let i = 0; i <= TIMES; i++) {
      served.says({ ...common, rewrite: slow(asIs), map: slow(finding(FOUR_ANSWERS)) });
      one.push(await timed(`${FOUR[i % 4]} (${i})`, 4));
      served.says({ ...common, rewrite: slow(parts(...FOUR)), map: slow(finding(FOUR_ANSWERS)), reduce: slow(notes) });
      four.push(await timed(`${FOUR.join(' ')} (${i})`, 7));
    }
    const [median1, median4] = [one, four].map((times) =>
      percentile(
        times.slice(1).toSorted((a, b) => a - b),
        0.5,
      ),
    );
    const ratio = (median4 ?? 0) / (median1 ?? 1);
    console.info(`one part ${median1?.toFixed(0)} ms, four parts ${median4?.toFixed(0)} ms, ratio ${ratio.toFixed(2)}`);
    expect(ratio).toBeLessThanOrEqual(1.8);
    expect(served.fake.generation.mostAtOnce()).toBe(4);
  });
});
