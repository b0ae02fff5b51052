import { describe, expect, it } from 'vitest';
import { byKind } from '../../golden/kinds.ts';

describe('the score of each kind of query', () => {
  const query = (id: string, ...kinds: readonly string[]) => ({ id, text: id, judged: new Map([['a', 1]]), kinds });
  const byQuery = {
    'recall@6': new Map([
      ['p', 1],
      ['q', 0],
      ['r', 1],
    ]),
  };

  it('is the mean over those that have it', () => {
    const queries = [query('p', 'typos'), query('q', 'typos', 'slang'), query('r', 'slang')];
    expect(byKind({ queries }, { metrics: {}, byQuery }, 'recall@6')).toBe('recall@6 typos 0.50 of 2, slang 0.50 of 2');
  });

  it('is not told where no kinds are', () => {
    expect(byKind({ queries: [query('p')] }, { metrics: {}, byQuery }, 'recall@6')).toBeUndefined();
  });
});
