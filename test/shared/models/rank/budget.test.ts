import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hedgeBudget } from '../../../../shared/models/rank/budget.ts';

describe('hedgeBudget', () => {
  it('begins with its burst, and saves no more than that', () => {
    const budget = hedgeBudget({ share: 0.5, burst: 2 });
    for (let i = 0; i < 100; i++) budget.request();
    expect([1, 2, 3].map(() => budget.spend())).toEqual([true, true, false]);
  });

  it('allows another when as many requests have been made as one is a share of', () => {
    const budget = hedgeBudget({ share: 0.25, burst: 1 });
    budget.spend();
    const allowed = Array.from({ length: 8 }, () => {
      budget.request();
      return budget.spend();
    });
    expect(allowed).toEqual([false, false, false, true, false, false, false, true]);
  });

  it('never allows more than the burst and the share, whatever the order', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 500 }), (requests) => {
        const budget = hedgeBudget({ share: 0.13, burst: 5 });
        let made = 0;
        let spent = 0;
        for (const request of requests) {
          if (request) {
            budget.request();
            made++;
          } else if (budget.spend()) spent++;
        }
        expect(spent).toBeLessThanOrEqual(5 + 0.13 * made + 1e-9);
      }),
    );
  });
});
