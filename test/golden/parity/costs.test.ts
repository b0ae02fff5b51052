import { describe, expect, it } from 'vitest';
import { costsOf, readPrices, SIZES } from '../../../golden/parity/costs.ts';

const month = 730 * 3_600;

describe('what a month costs', () => {
  it('is arithmetic on the stated prices', () => {
    const prices = {
      assumed: '',
      runAlwaysVcpuSecond: 0.6 / month,
      runAlwaysGibSecond: 0.4 / month,
      runVcpuSecond: 2,
      runGibSecond: 3,
      runMillionRequests: 5,
      sqlVcpuHour: 7 / 730,
      sqlGbHour: 11 / 730,
      sqlSsdGbMonth: 13,
      embeddingMillionTokens: { pgvector: 17, 'vertex-rag': 19 },
      generatingMillionTokens: { input: 37, output: 41 },
      rankingThousandSearches: 23,
      spannerNodeHour: 29 / 730,
      storageMillionReads: 31,
    };
    const sql = { vcpu: 2, gb: 3, copies: 2, ssdGb: 5 };
    const size = { name: '', passages: 0, searches: 1_000_000, documents: 10_000, answers: 2_000, nodes: 3 };
    const costs = costsOf({ ...size, instances: { search: 4, answer: 5 }, sql }, prices);
    const functions = 4 * 1 + 1 * 5 + 10_000 * 5 * (2 * 2 + 2 * 3);
    // A document is 1,600 tokens, a search 20.
    const millionTokens = (10_000 * 1_600 + 1_000_000 * 20) / 1_000_000;
    expect(costs.functions).toBeCloseTo(functions);
    expect(costs.pgvector).toBeCloseTo(functions + millionTokens * 17 + (2 * 7 + 3 * 11) * 2 + 5 * 2 * 13);
    expect(costs['vertex-rag']).toBeCloseTo(functions + millionTokens * 19 + 3 * 29 + 12 * 31);
    expect(costs.ranking).toBeCloseTo(1_000 * 23);
    // An answer is 6,000 tokens in and 300 out.
    expect(costs.answering).toBeCloseTo((2_000 * (6_000 * 37 + 300 * 41)) / 1_000_000 + 5 * 1);
  });

  it('grows with the size, on either side', () => {
    const prices = readPrices();
    for (const side of ['pgvector', 'vertex-rag', 'ranking', 'answering'] as const) {
      const costs = SIZES.map((size) => costsOf(size, prices)[side]);
      expect(costs).toEqual(costs.toSorted((a, b) => a - b));
    }
  });
});
