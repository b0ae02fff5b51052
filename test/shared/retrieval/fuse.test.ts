import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuse, type Ranking } from '../../../shared/retrieval/fuse.ts';

const order = (rankings: readonly Ranking[], weights: Record<string, number>, k?: number) => fuse(rankings, weights, k).map(({ id }) => id);

describe('fuse', () => {
  it('adds weight / (k + rank) over the arms that found an id', () => {
    const fused = fuse(
      [
        { arm: 'a', ids: ['x', 'y'] },
        { arm: 'b', ids: ['y', 'z'] },
      ],
      { a: 1, b: 0.5 },
      60,
    );
    expect(fused).toEqual([
      { id: 'y', score: 1 / (60 + 2) + 0.5 / (60 + 1), ranks: { a: 2, b: 1 } },
      { id: 'x', score: 1 / (60 + 1), ranks: { a: 1 } },
      { id: 'z', score: 0.5 / (60 + 2), ranks: { b: 2 } },
    ]);
  });

  it('orders equal scores by the best rank and then by id, whichever arm came first', () => {
    const [a, b] = [
      { arm: 'a', ids: ['q', 'p'] },
      { arm: 'b', ids: ['p', 'q'] },
    ];
    expect(order([a, b], { a: 1, b: 1 })).toEqual(['p', 'q']);
    expect(order([b, a], { a: 1, b: 1 })).toEqual(['p', 'q']);
  });

  it('counts an id that an arm names twice where it stands first', () => {
    expect(fuse([{ arm: 'a', ids: ['x', 'y', 'x'] }], { a: 1 })[0]).toEqual({ id: 'x', score: 1 / (60 + 1), ranks: { a: 1 } });
  });

  it('leaves an arm without a weight out', () => {
    expect(
      order(
        [
          { arm: 'a', ids: ['x'] },
          { arm: 'b', ids: ['y'] },
        ],
        { a: 1, b: 0 },
      ),
    ).toEqual(['x']);
  });

  const ids = fc.uniqueArray(fc.stringMatching(/^[a-f]$/), { maxLength: 6 });
  it('keeps the order of a single arm, and never loses or invents an id', () => {
    fc.assert(
      fc.property(ids, ids, fc.double({ min: 0.01, max: 2, noNaN: true }), (one, two, weight) => {
        expect(order([{ arm: 'a', ids: one }], { a: weight })).toEqual(one);
        const both = order(
          [
            { arm: 'a', ids: one },
            { arm: 'b', ids: two },
          ],
          { a: 1, b: weight },
        );
        expect([...both].sort()).toEqual([...new Set([...one, ...two])].sort());
      }),
    );
  });

  it('does not depend on the order of the arms', () => {
    fc.assert(
      fc.property(ids, ids, (one, two) => {
        const [a, b] = [
          { arm: 'a', ids: one },
          { arm: 'b', ids: two },
        ];
        expect(order([a, b], { a: 1, b: 0.3 })).toEqual(order([b, a], { a: 1, b: 0.3 }));
      }),
    );
  });
});
