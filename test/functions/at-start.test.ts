import { describe, expect, it } from 'vitest';
import { atStart, closeOpened } from '../../functions/at-start.ts';
import { Unavailable } from '../../shared/errors.ts';
import { createLog } from '../../shared/log.ts';
import { quiet } from '../support/stores.ts';

describe('what is opened at the start', () => {
  it('is opened before anybody asks, and once', async () => {
    let times = 0;
    const opened = atStart(async () => ++times, quiet);
    expect(times).toBe(1);
    expect(await Promise.all([opened(), opened()])).toEqual([1, 1]);
  });

  it('is logged when it fails, and tried again by the next that asks', async () => {
    const lines: string[] = [];
    let isUp = false;
    const open = async () => {
      if (!isUp) throw new Unavailable('The database can not be reached or is too busy.');
      return 'open';
    };
    const opened = atStart(
      open,
      createLog('INFO', (line) => lines.push(line)),
    );
    await expect.poll(() => lines).toEqual([expect.stringMatching(/"severity":"WARNING".*not available at the start/)]);
    await expect(opened()).rejects.toThrow('can not be reached');
    isUp = true;
    expect(await opened()).toBe('open');
  });

  it('is closed at the end, once, where it can be, whatever happens to the others, and not waited for too long', async () => {
    const lines: string[] = [];
    const log = createLog('INFO', (line) => lines.push(line));
    const closed: string[] = [];
    const closable = (name: string, close: () => Promise<void>) => async () => ({
      close: () => {
        closed.push(name);
        return close();
      },
    });
    await Promise.all(
      [
        closable('pool', async () => {}),
        closable('broken', () => Promise.reject(new Error('no'))),
        closable('stuck', () => new Promise(() => {})),
        async () => undefined,
        async () => 'a name',
      ].map((open) => atStart<unknown>(open, quiet)()),
    );
    const start = performance.now();
    await closeOpened(100, log);
    await closeOpened(100, log);
    expect(closed).toEqual(['pool', 'broken', 'stuck']);
    expect(performance.now() - start).toBeLessThan(1_000);
    expect(lines.map((line) => JSON.parse(line).message)).toEqual(['something could not be closed', 'something was not closed in time']);
  });
});
