import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refused, Unavailable } from '../../../../shared/errors.ts';
import { createQuota } from '../../../../shared/retrieval/vertex-rag/quota.ts';

const never = new AbortController().signal;

describe('the quota of requests', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
  afterEach(() => void vi.useRealTimers());

  it('lets through no more than so many in any window, and everything in the end, whenever it is asked', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 7 }), fc.array(fc.integer({ min: 0, max: 80 }), { maxLength: 30 }), async (most, gaps) => {
        const windowMs = 100;
        const quota = createQuota({ requestsPerMinute: most, imports: 3, windowMs });
        const times: number[] = [];
        for (const gap of gaps) {
          void quota.request(async () => void times.push(Date.now()), never);
          await vi.advanceTimersByTimeAsync(gap);
        }
        await vi.advanceTimersByTimeAsync(windowMs * (gaps.length + 1));
        expect(times).toHaveLength(gaps.length);
        for (const [i, time] of times.entries())
          expect((times[i + most] ?? Number.POSITIVE_INFINITY) - time).toBeGreaterThanOrEqual(windowMs);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the quota', () => {
  const fails = (error: Error, times: number) => {
    let calls = 0;
    const work = async () => {
      if (calls++ < times) throw error;
      return 'done';
    };
    return { work, calls: () => calls };
  };

  it('asks again what a while may mend, as often as there are waits', async () => {
    const quota = createQuota({ requestsPerMinute: 100, imports: 3, waits: [0, 0] });
    expect(await quota.request(fails(new Unavailable('x'), 2).work, never)).toBe('done');
    const hopeless = fails(new Unavailable('x'), 9);
    await expect(quota.request(hopeless.work, never)).rejects.toThrow('x');
    expect(hopeless.calls()).toBe(1 + 2);
  });

  it.each([new Refused('x'), new TypeError('x')])('asks once what none mends: %s', async (error) => {
    const quota = createQuota({ requestsPerMinute: 100, imports: 3, waits: [0, 0] });
    const { work, calls } = fails(error, 9);
    await expect(quota.request(work, never)).rejects.toBe(error);
    expect(calls()).toBe(1);
  });

  it('ends a wait for its turn, or for another attempt, when the signal aborts', async () => {
    const quota = createQuota({ requestsPerMinute: 1, imports: 3, waits: [60] });
    await quota.request(async () => {}, never);
    await expect(quota.request(async () => {}, AbortSignal.timeout(20))).rejects.toMatchObject({ name: 'TimeoutError' });
    const patient = createQuota({ requestsPerMinute: 100, imports: 3, waits: [60] });
    await expect(patient.request(fails(new Unavailable('x'), 9).work, AbortSignal.timeout(20))).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  it('has no more imports at once than it may', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 12 }),
        async (imports, lasting) => {
          const quota = createQuota({ requestsPerMinute: 100, imports });
          let running = 0;
          let most = 0;
          const work = (ms: number) => async () => {
            most = Math.max(most, ++running);
            await new Promise((resolve) => setTimeout(resolve, ms));
            running--;
          };
          await Promise.all(lasting.map((ms) => quota.import(work(ms), never)));
          expect(most).toBe(Math.min(imports, lasting.length));
        },
      ),
      { numRuns: 20 },
    );
  });
});
