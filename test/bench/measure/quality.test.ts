import { describe, expect, it } from 'vitest';
import { qualityOf, recallAgainst } from './quality.ts';

describe('the quality of answers', () => {
  it('counts only questions that something is relevant to', () => {
    const quality = qualityOf([['a', 'b'], ['x'], ['c']], [new Set(['b']), new Set(), new Set(['d', 'c'])]);
    expect(quality).toEqual({
      questions: 2,
      ndcgAt10: (1 / Math.log2(3) + 1 / (1 + 1 / Math.log2(3))) / 2,
      recallAtK: (1 + 1 / 2) / 2,
    });
  });
});

describe('recall against exact search', () => {
  it('is the share of the exact nearest that was found, and that of the worst tenth', () => {
    const exact = Array.from({ length: 20 }, () => ['a', 'b', 'c', 'd']);
    const answers = exact.map((all, i) => (i === 3 ? ['a'] : i === 8 ? ['a', 'b', 'x'] : all.toReversed()));
    expect(recallAgainst(answers, exact)).toEqual({ mean: (18 + 1 / 4 + 2 / 4) / 20, worstTenth: (1 / 4 + 2 / 4) / 2 });
  });

  it('is told of the questions that both answered', () => {
    expect(recallAgainst([['a'], ['b'], ['x']], [['a'], ['c']])).toEqual({ mean: 1 / 2, worstTenth: 0 });
  });
});
