import { describe, expect, it } from 'vitest';
import { atStart } from '../../functions/at-start.ts';
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
});
