import { describe, expect, it } from 'vitest';
import { asJson, table } from '../../golden/report.ts';

const variant = (...ndcg: readonly number[]) => ({
  metrics: { 'ndcg@10': ndcg.reduce((sum, value) => sum + value, 0) / ndcg.length },
  byQuery: { 'ndcg@10': ndcg },
  latencyMs: { p50: 1, p95: 2 },
});
const result = { set: 's', k: 10, queries: 2, variants: { hybrid: variant(0.5, 1), lexical: variant(0.5, 0.8) } };

describe('the report of an evaluation', () => {
  it('has a row a variant, and how it differs from the first', () => {
    // Differences 0 and −0.2: mean −0.1, standard deviation √(2 · 0.1²).
    const margin = 1.96 * Math.sqrt((2 * 0.1 ** 2) / 2);
    const [, hybrid, lexical] = table(result).split('\n');
    expect(hybrid?.trim().split(/\s+/)).toEqual(['hybrid', '0.7500', '1.0', '2.0']);
    expect(lexical?.trim().split(/\s+/)).toEqual(['lexical', '0.6500', '−0.1000', `±${margin.toFixed(4)}`, '1.0', '2.0']);
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
