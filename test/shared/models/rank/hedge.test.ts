import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hedged } from '../../../../shared/models/rank/hedge.ts';

const AFTER_MS = 400;
const never = new AbortController().signal;

/** How an attempt ends, and after how long. */
interface Script {
  readonly ms: number;
  readonly ends: 'answer' | 'failure' | 'never';
}

/** Attempts that end as scripted, and stop when they are told to. */
function scripted(...scripts: readonly Script[]) {
  const started: number[] = [];
  const stopped: number[] = [];
  const attempt = (signal: AbortSignal, number: 1 | 2) =>
    new Promise<number>((resolve, reject) => {
      started.push(number);
      const { ms, ends } = scripts[number - 1] ?? { ms: 0, ends: 'never' };
      const end = () => (ends === 'answer' ? resolve(number) : reject(new Error(`failure ${number}`)));
      const timer = ends === 'never' ? undefined : setTimeout(end, ms);
      signal.addEventListener('abort', () => {
        // One that has ended does not hear this.
        stopped.push(number);
        clearTimeout(timer);
      });
    });
  return { attempt, started, stopped };
}

describe('hedged', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** What it comes to, and after how many milliseconds; undefined when it comes to nothing. */
  async function run(scripts: readonly Script[], allowed?: () => boolean) {
    const { attempt, started, stopped } = scripted(...scripts);
    const start = Date.now();
    let outcome: { readonly ms: number; readonly value?: number; readonly error?: string } | undefined;
    hedged(attempt, { afterMs: AFTER_MS, signal: never, ...(allowed ? { allowed } : {}) }).then(
      (value) => {
        outcome = { ms: Date.now() - start, value };
      },
      (error: Error) => {
        outcome = { ms: Date.now() - start, error: error.message };
      },
    );
    await vi.advanceTimersByTimeAsync(10_000);
    return { outcome, started, stopped, timers: vi.getTimerCount() };
  }

  it('asks once when the answer comes in time', async () => {
    expect(await run([{ ms: AFTER_MS - 1, ends: 'answer' }])).toMatchObject({ outcome: { ms: 399, value: 1 }, started: [1], timers: 0 });
  });

  it('asks again when it does not, and takes whichever answers first', async () => {
    const slowFirst = await run([
      { ms: 3_000, ends: 'answer' },
      { ms: 100, ends: 'answer' },
    ]);
    expect(slowFirst).toMatchObject({ outcome: { ms: AFTER_MS + 100, value: 2 }, started: [1, 2], timers: 0 });
    const slowSecond = await run([
      { ms: 450, ends: 'answer' },
      { ms: 100, ends: 'answer' },
    ]);
    expect(slowSecond).toMatchObject({ outcome: { ms: 450, value: 1 }, timers: 0 });
  });

  it('fails at once when the first attempt does before there is a second', async () => {
    expect(await run([{ ms: 10, ends: 'failure' }])).toMatchObject({ outcome: { ms: 10, error: 'failure 1' }, started: [1], timers: 0 });
  });

  it('waits for the other attempt when one fails', async () => {
    const first = await run([
      { ms: 410, ends: 'failure' },
      { ms: 500, ends: 'answer' },
    ]);
    expect(first.outcome).toEqual({ ms: AFTER_MS + 500, value: 2 });
    const second = await run([
      { ms: 700, ends: 'answer' },
      { ms: 10, ends: 'failure' },
    ]);
    expect(second.outcome).toEqual({ ms: 700, value: 1 });
  });

  it('fails when both have', async () => {
    const both = await run([
      { ms: 700, ends: 'failure' },
      { ms: 10, ends: 'failure' },
    ]);
    expect(both).toMatchObject({ outcome: { ms: 700, error: 'failure 1' }, timers: 0 });
  });

  it('takes an attempt that throws before it begins for a failure', async () => {
    const broken = () => {
      throw new Error('broken');
    };
    await expect(hedged(broken, { afterMs: AFTER_MS, signal: never })).rejects.toThrow('broken');
  });

  it('does without a second attempt that is not allowed', async () => {
    const alone = await run([{ ms: 3_000, ends: 'answer' }], () => false);
    expect(alone).toMatchObject({ outcome: { ms: 3_000, value: 1 }, started: [1] });
  });

  it('stops every attempt when the signal aborts', async () => {
    const { attempt, stopped } = scripted({ ms: 9_000, ends: 'answer' }, { ms: 9_000, ends: 'answer' });
    const stop = new AbortController();
    const outcome = expect(hedged(attempt, { afterMs: AFTER_MS, signal: stop.signal })).rejects.toThrow('enough');
    await vi.advanceTimersByTimeAsync(1_000);
    stop.abort(new Error('enough'));
    await outcome;
    expect(stopped).toEqual([1, 2]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends as the first success does or else the last failure, after two attempts at most, whatever they do', async () => {
    const script = fc.record({ ms: fc.integer({ min: 1, max: 2_000 }), ends: fc.constantFrom('answer', 'failure', 'never') });
    await fc.assert(
      fc.asyncProperty(script, script, async (first, second) => {
        // At the very same moment either may come first.
        fc.pre(first.ms !== AFTER_MS && first.ms !== AFTER_MS + second.ms);
        const { outcome, started, timers } = await run([first, second]);
        const hedges = first.ends === 'never' || first.ms > AFTER_MS;
        const ends = [{ ...first, at: first.ms, number: 1 }, ...(hedges ? [{ ...second, at: AFTER_MS + second.ms, number: 2 }] : [])].sort(
          (a, b) => a.at - b.at,
        );
        const success = ends.find((each) => each.ends === 'answer');
        const failure = ends.every((each) => each.ends === 'failure') ? ends.at(-1) : undefined;
        expect(outcome).toEqual(
          success ? { ms: success.at, value: success.number } : failure && { ms: failure.at, error: `failure ${failure.number}` },
        );
        expect(started).toEqual(hedges ? [1, 2] : [1]);
        expect(timers).toBe(0);
      }),
    );
  });
});
