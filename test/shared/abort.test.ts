import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { abortable, withDeadline } from '../../shared/abort.ts';

const never = new AbortController().signal;
const forever = () => new Promise<never>(() => {});

describe('abortable', () => {
  it('is what the promise comes to', async () => {
    expect(await abortable(Promise.resolve(1), never)).toBe(1);
    await expect(abortable(Promise.reject(new Error('no')), never)).rejects.toThrow('no');
  });

  it('does not wait for a promise once the signal has aborted', async () => {
    const stop = new AbortController();
    const waiting = abortable(forever(), stop.signal);
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(abortable(forever(), stop.signal)).rejects.toThrow('enough');
  });
});

describe('withDeadline', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const options = { ms: 100, signal: never, late: () => new Error('late') };

  it('gives what the work gives in time, and leaves no timer behind', async () => {
    expect(await withDeadline(async () => 1, options)).toBe(1);
    await expect(withDeadline(() => Promise.reject(new Error('no')), options)).rejects.toThrow('no');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends work that does not listen, and tells that which does', async () => {
    const seen: AbortSignal[] = [];
    const working = withDeadline((signal) => {
      seen.push(signal);
      return forever();
    }, options);
    const outcome = expect(working).rejects.toThrow('late');
    await vi.advanceTimersByTimeAsync(100 - 1);
    expect(seen.map(({ aborted }) => aborted)).toEqual([false]);
    await vi.advanceTimersByTimeAsync(1);
    await outcome;
    expect(seen.map(({ aborted }) => aborted)).toEqual([true]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('aborts what the work has left under way when it ends', async () => {
    let left: AbortSignal | undefined;
    await withDeadline(async (signal) => {
      left = signal;
    }, options);
    expect(left?.aborted).toBe(true);
  });

  it('does not begin for a signal that has aborted already', async () => {
    const work = vi.fn(forever);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(withDeadline(work, { ...options, signal })).rejects.toThrow('enough');
    expect(work).not.toHaveBeenCalled();
  });
});
