import { describe, expect, it } from 'vitest';
import { alarmsOf } from '../../../golden/report/alarms.ts';
import { findingsOf } from '../../../golden/report/findings.ts';
import { verdictLines } from '../../../golden/report/verdict-lines.ts';
import { runInWords, setInWords } from '../../../golden/report/verdicts.ts';
import { asked, atFirst, atSecond, questions, runOf, setRun, variantRun, wentAs } from '../../support/runs.ts';

const ten = questions(10);
const [first, second, nowhere] = [atFirst, atSecond, (id: string) => wentAs(id, ['other'])].map((went) => ten.map(went));
const set = (...variants: Parameters<typeof setRun>[2][]) =>
  setRun(
    'golden/ten',
    ten.map((id) => asked(id)),
    ...variants,
  );
const words = (...variants: Parameters<typeof setRun>[2][]) => findingsOf(runOf(set(...variants))).sets.map(setInWords)[0];
const variant = (name: string, run = first) => variantRun(name, run ?? []);
const half = (1 / Math.log2(3)).toFixed(4);

describe('the verdict on a set', () => {
  it('says which variant is best, that it is shown, and that it lost nothing', () => {
    expect(words(variant('lexical', second), variant('hybrid'))).toEqual([
      `hybrid is best: nDCG@3 1.0000, against ${half} of lexical: better, p = ${(2 / 2 ** 10).toFixed(3)}.`,
      'hybrid lost nothing: all 10 labelled answers are among its first 3.',
    ]);
  });

  it('says which are shown to be worse, and does not compare the first with itself', () => {
    expect(words(variant('lexical'), variant('dense', second))?.slice(0, 2)).toEqual([
      'lexical is best: nDCG@3 1.0000.',
      `Shown to be worse than lexical: dense (p = ${(2 / 2 ** 10).toFixed(3)}).`,
    ]);
  });

  it('says that a best score alone shows nothing', () => {
    const almost = [...(second ?? []).slice(0, 9), atFirst('q9')];
    expect(words(variant('lexical', second), variant('hybrid', almost))?.[0]).toMatch(
      /^hybrid is best: nDCG@3 .*, against .* of lexical: no difference shown \(p = 1\.00\)\.$/,
    );
    expect(words(variant('lexical', almost), variant('hybrid', second))?.[0]).toMatch(
      /^lexical is best: .*; no other is shown to be worse\.$/,
    );
  });

  it('says which stage lost what the best one lost', () => {
    expect(words(variant('lexical', nowhere))?.at(-1)).toBe(
      'Among its first 3, lexical misses 10 of 10 labelled answers: chunking, embedding or words lost 10.',
    );
  });

  it('compares nothing where one variant was run, or all score the same', () => {
    expect(words(variant('lexical'))?.[0]).toBe('lexical has nDCG@3 1.0000; no other variant was run.');
    expect(words(variant('lexical'), variant('hybrid'))?.[0]).toBe('All 2 variants have the same: nDCG@3 1.0000.');
  });

  it('says so where nothing could be measured', () => {
    expect(findingsOf(runOf(setRun('empty', []))).sets.map(setInWords)).toEqual([['Nothing could be measured.']]);
  });
});

describe('the verdict on a run', () => {
  const run = (...sets: readonly ReturnType<typeof set>[]) => runInWords(findingsOf(runOf(...sets)));

  it('says on how many sets each variant has the best score, and where a difference is shown', () => {
    const up = { ...set(variant('lexical', second), variant('hybrid'), variant('same', second)), name: 'up' };
    const down = { ...set(variant('lexical'), variant('hybrid', second), variant('same')), name: 'down' };
    expect(run(up, down)).toEqual([
      'Of 2 sets, lexical has the best score on 1, hybrid on 1 and same on 1.',
      'hybrid: shown to be better than lexical on up, and worse than lexical on down.',
      'same: no difference from lexical is shown.',
    ]);
  });

  it('counts variants instead of naming them where they are many', () => {
    const same = Array.from({ length: 5 }, (_, i) => variant(`k=${i}`));
    expect(run(set(variant('lexical'), ...same)).at(-1)).toBe('5 of the others: no difference from lexical is shown.');
  });

  it('says that one variant stands by itself', () => {
    expect(run(set(variant('lexical')))).toEqual(['Only lexical was run: its figures stand by themselves.']);
  });
});

describe('what stands out of a run', () => {
  const guarded = (leaks: number) =>
    setRun('restricted', [asked('q0', { denied: [['sales']] })], variantRun('lexical', [wentAs('q0', ['q0'], { leaks })]));
  const unanswerable = (...rankings: readonly string[][]) =>
    setRun(
      'unanswerable',
      rankings.map((_, i) => asked(`q${i}`, { judged: [] })),
      variantRun(
        'lexical',
        rankings.map((ranking, i) => wentAs(`q${i}`, ranking)),
      ),
    );

  it('is each leak, with the variant and the number of passages', () => {
    expect(alarmsOf(findingsOf(runOf(guarded(2)))).leaks).toEqual([
      'restricted: lexical gave 2 passages to somebody who must not get them.',
    ]);
  });

  it('stands first of the lines for a terminal when it is a leak', () => {
    expect(verdictLines(findingsOf(runOf(guarded(1), unanswerable(['a']))))).toEqual([
      'LEAK restricted: lexical gave 1 passage to somebody who must not get them.',
      'Only lexical was run: its figures stand by themselves.',
      'unanswerable: of 1 question that no document answers, lexical gave passages for 1.',
    ]);
  });

  it('is how many questions got passages though nothing answers', () => {
    expect(alarmsOf(findingsOf(runOf(unanswerable(['a'], [], ['b'])))).answered).toEqual([
      'unanswerable: of 3 questions that no document answers, lexical gave passages for 2.',
    ]);
  });

  it('is also that all was well, but only where there was something to guard', () => {
    expect(alarmsOf(findingsOf(runOf(guarded(0), unanswerable([]), set(variant('lexical')))))).toEqual({
      leaks: [],
      answered: [],
      well: ['restricted: nobody got what is not for them.', 'unanswerable: no passage was given where nothing answers.'],
    });
  });
});
