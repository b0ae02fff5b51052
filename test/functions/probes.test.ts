import { afterAll, describe, expect, it } from 'vitest';
import { createHandler } from '../../functions/http/handle.ts';
import { needs, probes, type Ready } from '../../functions/http/probes.ts';
import { createFrontServer, type FrontServer } from '../../functions/http/server.ts';
import { once } from '../../functions/once.ts';
import { NotMigrated, Unavailable } from '../../shared/errors.ts';
import { createLog } from '../../shared/log.ts';

describe('probes', () => {
  const servers: FrontServer[] = [];
  const lines: string[] = [];
  const log = createLog('INFO', (line) => lines.push(line));
  afterAll(() => Promise.all(servers.map((server) => server.drain())));

  const serve = async (ready: Ready) => {
    const server = createFrontServer({ '*': createHandler(probes(ready), { log, project: undefined, timeoutMs: 10_000 }) }, 1_000);
    servers.push(server);
    const port = await server.listen(0, '127.0.0.1');
    return async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
    };
  };

  it('say that it is not ready, and nothing else, until the backend is open and answers', async () => {
    let isUp = false;
    let isAnswering = false;
    const backend = once(async () => {
      if (!isUp) throw new Unavailable('The database on 10.1.2.3 can not be reached.');
      return {
        ready: async () => {
          if (!isAnswering) throw new Error('permission denied for table secrets');
        },
      };
    });
    const ask = await serve(needs(backend, async () => 'a ranker'));
    const refused = { status: 503, retryAfter: '1', text: expect.stringContaining('"message":"Not ready. Try again."') };
    expect(await ask('/readyz')).toEqual(refused);
    expect(lines.at(-1)).toMatch(/"severity":"WARNING".*"path":"\/readyz".*10\.1\.2\.3/);
    isUp = true;
    await expect.poll(() => ask('/readyz').then(() => lines.at(-1)), { timeout: 5_000 }).toContain('permission denied');
    expect(await ask('/readyz')).toEqual({ ...refused, text: expect.not.stringContaining('secrets') });
    expect(await ask('/healthz')).toMatchObject({ status: 200, text: '{"status":"success"}' });
    isAnswering = true;
    await expect.poll(() => ask('/readyz'), { timeout: 5_000 }).toMatchObject({ status: 200, text: '{"status":"success"}' });
    expect(lines.filter((line) => !line.includes('"status":503'))).toEqual([]);
  });

  it('let an instance start when only a migration is still to come, and not call it ready', async () => {
    let isMigrated = false;
    const ask = await serve(
      needs(async () => ({
        ready: async () => {
          if (!isMigrated) throw new NotMigrated('Run `npm run migrate`.');
        },
      })),
    );
    expect(await ask('/startupz')).toMatchObject({ status: 200, text: '{"status":"success"}' });
    expect(await ask('/readyz')).toMatchObject({ status: 503 });
    isMigrated = true;
    await expect.poll(() => ask('/readyz'), { timeout: 5_000 }).toMatchObject({ status: 200 });
    const alsoRefused = await serve(
      needs(
        async () => ({ ready: () => Promise.reject(new NotMigrated('Run `npm run migrate`.')) }),
        async () => Promise.reject(new Unavailable('The ranker can not be reached.')),
      ),
    );
    expect(await alsoRefused('/startupz')).toMatchObject({ status: 503 });
    const unreachable = await serve(needs(() => Promise.reject(new Unavailable('It can not be reached.'))));
    expect(await unreachable('/startupz')).toMatchObject({ status: 503 });
  });

  it('ask what lies behind once a second, however often and by whom they are asked, and whatever it says', async () => {
    for (const outcome of [async () => {}, async () => Promise.reject(new Error('no'))]) {
      let asked = 0;
      const ask = await serve(() => {
        asked++;
        return outcome();
      });
      await Promise.all(Array.from({ length: 20 }, () => ask('/readyz')));
      expect(asked).toBe(1);
      await expect.poll(() => ask('/readyz').then(() => asked), { timeout: 5_000 }).toBe(2);
    }
  });

  it('do not wait for a backend that does not open', async () => {
    const ask = await serve(needs(() => new Promise<never>(() => {})));
    expect(await ask('/readyz')).toMatchObject({ status: 503 });
  });
});
