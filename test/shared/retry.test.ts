import { describe, expect, it } from 'vitest';
import { type RetryOptions, retry } from '../../shared/retry.ts';

const options = (more: Partial<RetryOptions> = {}): RetryOptions => ({
  waits: [0.001, 0.002],
  jitter: 0,
  signal: new AbortController().signal,
  worthRetrying: () => true,
  ...more,
});
const failing = (times: number) => {
  let calls = 0;
  return {
    calls: () => calls,
    attempt: async () => {
      if (++calls <= times) throw new Error(`failure ${calls}`);
      return 'done';
    },
  };
};

describe('retry', () => {
  it('tries once more for each wait, and gives what the last attempt gave', async () => {
    const twice = failing(2);
    expect(await retry(twice.attempt, options())).toBe('done');
    expect(twice.calls()).toBe(1 + 2);
  });

  it('throws what was thrown last when the waits are used up', async () => {
    await expect(retry(failing(9).attempt, options())).rejects.toThrow('failure 3');
  });

  it('does not retry what is not worth it', async () => {
    const always = failing(9);
    await expect(retry(always.attempt, options({ worthRetrying: () => false }))).rejects.toThrow('failure 1');
    expect(always.calls()).toBe(1);
  });

  it('waits as long as the reply asked, and longer by up to the jitter', async () => {
    const start = performance.now();
    await retry(failing(1).attempt, options({ waits: [0], retryAfter: () => 0.05, jitter: 1, random: () => 1 }));
    expect(performance.now() - start).toBeGreaterThanOrEqual(0.05 * 2 * 1_000 - 2);
  });

  it('stops in the middle of a wait when the signal aborts', async () => {
    const stop = new AbortController();
    const running = retry(failing(9).attempt, options({ waits: [60], signal: stop.signal }));
    setTimeout(() => stop.abort(new Error('enough')), 10);
    await expect(running).rejects.toThrow('enough');
  });
});
