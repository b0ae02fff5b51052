import { describe, expect, it } from 'vitest';
import { asJson, asText, totalsOf } from '../../../functions/doctor/report.ts';
import { runChecks } from '../../../functions/doctor/run.ts';
import { ConfigError } from '../../../shared/config.ts';
import { Unavailable } from '../../../shared/errors.ts';
import { type Check, failed, ok, skipped } from '../../../shared/preflight/check.ts';

const never = new AbortController().signal;
const run = (...checks: readonly Check[]) => Array.fromAsync(runChecks(checks, { deadlineMs: 50, signal: never }));
const fine = (name: string, after: readonly string[] = []): Check => ({ name, after, run: async () => ok(`${name} is fine`) });
const broken = (name: string, error: unknown, after: readonly string[] = []): Check => ({ name, after, run: () => Promise.reject(error) });
const hanging: Check = { name: 'hanging', run: () => new Promise(() => undefined) };

describe('running checks', () => {
  it('one that fails or hangs does not hide another', async () => {
    const results = await run(broken('broken', new Error('boom')), hanging, fine('fine'));
    expect(results).toMatchObject([
      { check: 'broken', state: 'failed', message: 'Error: boom' },
      { check: 'hanging', state: 'failed', message: 'No answer within 0.05 s.', fix: expect.stringContaining('reached from here') },
      { check: 'fine', state: 'ok' },
    ]);
  });

  it('each has a deadline of its own, side by side', async () => {
    const start = performance.now();
    await run(...Array.from({ length: 10 }, (_, i) => ({ ...hanging, name: `hanging ${i}` })));
    expect(performance.now() - start).toBeLessThan(10 * 50);
  });

  it('says what to look at of one that hangs, where the check knows', async () => {
    expect(await run({ ...hanging, late: 'Look at the network.' })).toMatchObject([{ fix: 'Look at the network.' }]);
  });

  it('gives one that needs another its deadline from when that has ended', async () => {
    const slow = (name: string, after: readonly string[]): Check => ({
      name,
      after,
      run: async () => {
        await new Promise((resolve) => setTimeout(resolve, 35));
        return ok('slow');
      },
    });
    expect(await run(slow('first', []), slow('second', ['first']))).toMatchObject([{ state: 'ok' }, { state: 'ok' }]);
  });

  it('leaves out what needs one that failed, however far, and what does not apply hinders nothing', async () => {
    const results = await run(
      broken('a', new Error('boom')),
      fine('b', ['a']),
      fine('c', ['b']),
      { name: 'd', run: async () => skipped('not here') },
      fine('e', ['d']),
    );
    expect(results.map(({ check, state, message }) => [check, state, message])).toEqual([
      ['a', 'failed', 'Error: boom'],
      ['b', 'skipped', 'needs a'],
      ['c', 'skipped', 'needs b'],
      ['d', 'skipped', 'not here'],
      ['e', 'ok', 'e is fine'],
    ]);
  });

  it('gives out each as soon as those before it have ended, in their order', async () => {
    const order: string[] = [];
    const late: Check = { name: 'late', run: () => new Promise((resolve) => setTimeout(() => resolve(ok('late')), 30)) };
    for await (const { check } of runChecks([fine('first'), late, fine('last')], { deadlineMs: 1_000, signal: never })) order.push(check);
    expect(order).toEqual(['first', 'late', 'last']);
  });

  it('ends when it is stopped', async () => {
    const stop = new AbortController();
    const running = Array.fromAsync(
      runChecks([hanging, { ...hanging, name: 'another' }, fine('last', ['another'])], { deadlineMs: 10_000, signal: stop.signal }),
    );
    stop.abort(new Error('stopped'));
    await expect(running).rejects.toThrow('stopped');
  });

  it('says which setting to change, and that a bug is one', async () => {
    const results = await run(
      broken('setting', new ConfigError('EMBED_DIMENSIONS: too many')),
      broken('known', new Unavailable('It can not be reached.')),
      broken('bug', new TypeError('undefined is not a function')),
    );
    expect(results).toMatchObject([
      { message: 'EMBED_DIMENSIONS: too many', fix: 'Change EMBED_DIMENSIONS.' },
      { message: 'It can not be reached.' },
      { message: 'TypeError: undefined is not a function', fix: expect.stringContaining('report') },
    ]);
  });
});

describe('the report', () => {
  const failure = { check: 'bucket', ...failed('Not allowed.', 'role has it:\ngcloud …') } as const;
  const hint = { check: 'quota', ...ok('4 imports', 'Set 3.') } as const;
  const plain = { check: 'profile', ...ok('balanced') } as const;
  const left = { check: 'database', ...skipped('none yet') } as const;

  it('is a line a check, with what to do below', () => {
    expect(asText(failure)).toBe('✗ bucket             Not allowed.\n  → role has it:\n    gcloud …');
    expect(asText(hint)).toBe('✓ quota              4 imports\n  → Set 3.');
    expect(asText(left)).toBe('– database           none yet');
    expect(totalsOf([failure, hint, plain, left])).toBe('4 checks: 2 ok, 1 failed, 1 skipped');
  });

  it('is an object a line as JSON', () => {
    expect([failure, hint, plain, left].map((result) => JSON.parse(asJson(result)))).toEqual([
      { check: 'bucket', ok: false, message: 'Not allowed.', fix: 'role has it:\ngcloud …' },
      { check: 'quota', ok: true, message: '4 imports', fix: 'Set 3.' },
      { check: 'profile', ok: true, message: 'balanced' },
      { check: 'database', ok: true, skipped: true, message: 'none yet' },
    ]);
  });
});
