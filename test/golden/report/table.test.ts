import { describe, expect, it } from 'vitest';
import { findingsOf } from '../../../golden/report/findings.ts';
import { asJson, comparedIn, table } from '../../../golden/report/table.ts';
import { asked, atFirst, atSecond, questions, runOf, setRun, variantRun } from '../../support/runs.ts';

const variant = (...ndcg: readonly number[]) => ({
  metrics: { 'ndcg@10': ndcg.reduce((sum, value) => sum + value, 0) / ndcg.length },
  byQuery: { 'ndcg@10': new Map(ndcg.map((value, i) => [`q${i}`, value])) },
  latencyMs: { p50: 1, p95: 2 },
});
const result = { set: 's', k: 10, queries: 2, variants: { hybrid: variant(0.5, 1), lexical: variant(0.5, 0.8) } };
const cells = (line = '') => line.trim().split(/ {2,}/);

describe('the report of an evaluation', () => {
  it('has a row a variant, and how it differs from the first', () => {
    const [, hybrid, lexical] = table(result).split('\n');
    expect(cells(hybrid)).toEqual(['hybrid', '0.7500', '1.0', '2.0']);
    // Differences 0 and −0.2: a resample has the mean −0.2 one time in four, and 0 as often.
    const difference = [`−${((0 + 0.2) / 2).toFixed(4)}`, '−0.2000 to +0.0000'];
    expect(cells(lexical)).toEqual(['lexical', '0.6500', ...difference, '1.0', '2.0', 'no difference shown (p = 1.00)']);
  });

  it('says of each variant whether a difference shows, with p corrected for their number', () => {
    const base = variant(...Array.from({ length: 10 }, () => 0.5));
    const [better, worse] = [0.6, 0.4].map((value) => variant(...Array.from({ length: 10 }, () => value)));
    if (!better || !worse) throw new Error('there are two');
    const lines = table({ ...result, variants: { base, better, worse } }).split('\n');
    // Of the 2^10 assignments of signs two are as far; two comparisons double it.
    const p = ((2 / 2 ** 10) * 2).toFixed(3);
    expect(lines.slice(2).map((line) => cells(line).at(-1))).toEqual([`better, p = ${p}`, `worse, p = ${p}`]);
  });

  it('has the differences of the whole report where it is given them', () => {
    const ten = questions(10);
    const set = setRun(
      'ten',
      ten.map((id) => asked(id)),
      variantRun('lexical', ten.map(atSecond)),
      variantRun('hybrid', ten.map(atFirst)),
    );
    const [found] = findingsOf(runOf(set, { ...set, name: 'again' })).sets;
    if (!found) throw new Error('there are two');
    const variants = { lexical: variant(0.5, 1), hybrid: variant(0.5, 0.8) };
    const [head, , hybrid] = table({ ...result, variants }, comparedIn(found)).split('\n');
    expect(cells(head)).toContain('Δ ndcg@3');
    // Two sets with a comparison each double p.
    expect(cells(hybrid).at(-1)).toBe(`better, p = ${((2 / 2 ** 10) * 2).toFixed(3)}`);
  });

  it('says nothing of differences where there is one variant', () => {
    expect(cells(table({ ...result, variants: { hybrid: variant(0.5, 1) } }).split('\n')[1])).toEqual(['hybrid', '0.7500', '1.0', '2.0']);
  });

  it('is written in the form of the contract', () => {
    expect(asJson(result)).toMatchObject({
      set: 's',
      k: 10,
      queries: 2,
      variants: { hybrid: { metrics: { 'ndcg@10': 0.75 }, latency_ms: { p50: 1, p95: 2 } } },
    });
  });
});
