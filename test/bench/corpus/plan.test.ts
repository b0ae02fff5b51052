import { describe, expect, it } from 'vitest';
import { type DocumentPlan, planOf, sizesOf, type TenantName } from './plan.ts';

const plans = planOf(100_000, '1');
const chunksIn = (tenant: TenantName, is: (plan: DocumentPlan) => boolean = () => true): number =>
  (plans.get(tenant) ?? []).filter(is).reduce((sum, { chunks }) => sum + chunks, 0);

describe('the plan of the corpus', () => {
  it('gives the tenants 90 %, 9.9 % and 0.1 % of the chunks', () => {
    expect(sizesOf(100_000)).toEqual({ big: 90_000, middle: 9_900, small: 100 });
    expect([chunksIn('big'), chunksIn('middle'), chunksIn('small')]).toEqual([90_000, 9_900, 100]);
  });

  it.each([
    ['tenth', 9_000],
    ['hundredth', 900],
    ['thousandth', 90],
  ] as const)('gives a %s of the big tenant to its slice, exactly', (slice, chunks) => {
    expect(chunksIn('big', (plan) => plan.slice === slice)).toBe(chunks);
  });

  it('lets the rare group read exactly a hundredth', () => {
    expect(chunksIn('big', ({ access }) => access === 'rare')).toBe(90_000 / 100);
  });

  it('makes documents of eight chunks on average', () => {
    const count = plans.get('big')?.length ?? 0;
    expect(90_000 / count).toBeGreaterThan(7.5);
    expect(90_000 / count).toBeLessThan(8.5);
  });

  it.each([10, 137, 1_000, 99_999])('adds up to %d chunks', (chunks) => {
    const all = [...planOf(chunks, '1').values()].flat();
    expect(all.reduce((sum, plan) => sum + plan.chunks, 0)).toBe(chunks);
  });
});
