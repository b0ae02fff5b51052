import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { remember } from '../../shared/remember.ts';

/** A load whose answers come when the test says so. */
function loading() {
  const calls: { readonly asked: string; readonly resolve: (value: string) => void; readonly reject: (error: Error) => void }[] = [];
  const load = (asked: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    calls.push({ asked, resolve, reject });
    return promise;
  };
  return { calls, load, asked: () => calls.map(({ asked }) => asked) };
}
const key = (text: string) => text;

describe('what is remembered', () => {
  it('is loaded once', async () => {
    const { calls, load } = loading();
    const ask = remember(load, { key, most: 2 });
    const first = ask('a');
    calls[0]?.resolve('A');
    expect([await first, await ask('a'), calls.length]).toEqual(['A', 'A', 1]);
  });

  it('is loaded once for all that ask while it is on its way', async () => {
    const { calls, load } = loading();
    const ask = remember(load, { key, most: 2 });
    const both = Promise.all([ask('a'), ask('a')]);
    calls[0]?.resolve('A');
    expect([await both, calls.length]).toEqual([['A', 'A'], 1]);
  });

  it('goes by its key', async () => {
    const { calls, load, asked } = loading();
    const ask = remember(load, { key: (text) => text.toLowerCase(), most: 2 });
    const both = Promise.all([ask('a'), ask('A'), ask('b')]);
    for (const { asked: text, resolve } of calls) resolve(`${text}!`);
    expect([await both, asked()]).toEqual([
      ['a!', 'a!', 'b!'],
      ['a', 'b'],
    ]);
  });

  it('is no failure: all that waited for it fail, and who asks next loads again', async () => {
    const { calls, load } = loading();
    const ask = remember(load, { key, most: 2 });
    const both = Promise.allSettled([ask('a'), ask('a')]);
    calls[0]?.reject(new Error('down'));
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(ask.has('a')).toBe(false);
    const again = ask('a');
    calls[1]?.resolve('A');
    expect(await again).toBe('A');
  });

  it('stays when a failure of an earlier load comes late', async () => {
    const { calls, load } = loading();
    const ask = remember(load, { key, most: 1 });
    const early = ask('a');
    // Takes the one place, and gives it back.
    ask('b').catch(() => undefined);
    const later = ask('a');
    calls[2]?.resolve('A');
    await later;
    calls[0]?.reject(new Error('down'));
    await expect(early).rejects.toThrow('down');
    expect([ask.has('a'), await ask('a'), calls.length]).toEqual([true, 'A', 3]);
  });

  it('is what was used last', () => {
    const { load, asked } = loading();
    const ask = remember(load, { key, most: 2 });
    for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) ask(text);
    expect(asked()).toEqual(['a', 'b', 'c', 'b']);
  });

  it('is told without being used or loaded', () => {
    const { load, asked } = loading();
    const ask = remember(load, { key, most: 2 });
    expect(ask.has('a')).toBe(false);
    ask('a');
    ask('b');
    expect(ask.has('a')).toBe(true);
    // It was asked about, not for.
    ask('c');
    expect([ask.has('a'), ask.has('b'), asked()]).toEqual([false, true, ['a', 'b', 'c']]);
  });

  it('is forgotten after its time', async () => {
    const { load, asked } = loading();
    const ask = remember(load, { key, most: 2, ttlMs: 1 });
    ask('a');
    await sleep(20);
    expect(ask.has('a')).toBe(false);
    ask('a');
    expect(asked()).toEqual(['a', 'a']);
  });

  it('is let go of when its time is over, though nobody asks for it again', async () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const loaded: WeakRef<object>[] = [];
    const load = async () => {
      const value = {};
      loaded.push(new WeakRef(value));
      return value;
    };
    const ask = remember(load, { key, most: 2, ttlMs: 20 });
    await ask('a');
    const areGone = () => {
      collect();
      return loaded.map((value) => value.deref() === undefined);
    };
    await expect.poll(areGone).toEqual([true]);
    expect(ask.has('a')).toBe(false);
  });
});
