import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseConfig } from '../../../../shared/config.ts';
import { Unavailable } from '../../../../shared/errors.ts';
import type { Connection, VertexConfig } from '../../../../shared/models/rank/connection.ts';
import { createVertexRanker } from '../../../../shared/models/rank/vertex.ts';
import { percentile } from '../../../../shared/percentile.ts';
import { latencyAt, randomOf } from '../../../support/latency.ts';

const never = new AbortController().signal;
const SEARCHES = 1_000;

/** Connections that answer after as long as `latency` says, and wait no longer than they are told to. */
const answering = (latency: () => number) => {
  let calls = 0;
  const connection: Connection = {
    send: ({ records }, signal) =>
      new Promise((resolve, reject) => {
        calls++;
        const timer = setTimeout(() => resolve(records.map(({ id }) => ({ id, score: 0.5 }))), latency());
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(signal.reason);
        });
      }),
    close: async () => {},
  };
  return { connection, calls: () => calls };
};

describe('the latencies that the tests go by', () => {
  it('have the median and the 95th percentile of production, and 12 in 100 beyond 400 ms', () => {
    expect([0.5, 0.88, 0.95].map(latencyAt)).toEqual([136, 400, 28_000]);
    const random = randomOf(1);
    const drawn = Array.from({ length: 10_000 }, () => latencyAt(random()));
    expect(percentile(drawn, 0.5)).toBeCloseTo(136, -1);
    expect(drawn.filter((ms) => ms > 400).length / drawn.length).toBeCloseTo(0.12, 1);
  });
});

describe('a ranking model with a long tail, in time that is only counted', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  async function search(latency: () => number, hedgeMs = 400) {
    const settings = { RERANKER: 'vertex', GOOGLE_CLOUD_PROJECT: 'p', RERANK_HEDGE_MS: String(hedgeMs) };
    const config = parseConfig(settings).ranker;
    if (config.kind !== 'vertex') throw new Error('no ranker');
    const { connection, calls } = answering(latency);
    const ranker = createVertexRanker(config satisfies VertexConfig, () => connection);
    const took: number[] = [];
    let degraded = 0;
    for (let i = 0; i < SEARCHES; i++) {
      const start = Date.now();
      const ranking = ranker.rank('oil', [{ id: 'a', title: '', text: 'oil' }], never).catch((error: unknown) => {
        if (!(error instanceof Unavailable)) throw error;
        degraded++;
      });
      await vi.runAllTimersAsync();
      await ranking;
      took.push(Date.now() - start);
    }
    return {
      extra: calls() / SEARCHES - 1,
      degraded: degraded / SEARCHES,
      p50: percentile(took, 0.5),
      p95: percentile(took, 0.95),
      max: Math.max(...took),
    };
  }

  it.each([1, 2, 3])('ranks all but a few searches, in time and for few more calls (seed %d)', async (seed) => {
    const random = randomOf(seed);
    const { extra, degraded, p95, max } = await search(() => latencyAt(random()));
    expect(p95).toBeLessThanOrEqual(700);
    expect(max).toBeLessThanOrEqual(1_000);
    expect(extra).toBeGreaterThan(0.09);
    expect(extra).toBeLessThanOrEqual(0.15);
    expect(degraded).toBeLessThanOrEqual(0.03);
  });

  it('leaves several times as many searches unranked without second attempts', async () => {
    const random = randomOf(1);
    const { extra, degraded, max } = await search(() => latencyAt(random()), 60_000);
    expect(extra).toBe(0);
    expect(max).toBe(1_000);
    expect(degraded).toBeGreaterThan(0.08);
  });

  it('does not send twice the calls to a model that is slow for everybody', async () => {
    const { extra, p50 } = await search(() => 600);
    // Five at first and 13 in 100 after that.
    expect(extra).toBeLessThanOrEqual(5 / SEARCHES + 0.13);
    expect(p50).toBe(600);
  });

  it('leaves every search unranked, within the deadline, when the model never answers', async () => {
    const { degraded, max } = await search(() => 1_000_000);
    expect([degraded, max]).toEqual([1, 1_000]);
  });
});
