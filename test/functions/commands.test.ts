import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('the commands of an operator, on one store', () => {
  let home = '';
  const write = (name: string, body: string | Uint8Array) => writeFileSync(join(home, 'bucket', 'acme', name), body);
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'groundwire-commands-'));
    mkdirSync(join(home, 'bucket', 'acme'), { recursive: true });
    write('pump.md', '# Pump\n\nThe pump cavitates.\n');
    write('noise.bin', Buffer.from([0, 1, 2, 3]));
    write('empty.md', '');
  });
  afterAll(() => rmSync(home, { recursive: true }));

  /** Runs a command and returns its exit status with what it printed. */
  const run = (command: string, ...args: readonly string[]): Promise<{ status: number; out: string; err: string }> =>
    new Promise((resolve) => {
      const env = {
        ...process.env,
        GROUNDWIRE_BUCKET: join(home, 'bucket'),
        GROUNDWIRE_DATA: join(home, 'data'),
        EMBEDDER: 'local',
        LOG_LEVEL: 'ERROR',
      };
      const child = execFile(process.execPath, [`functions/${command}.ts`, ...args], { env }, (error, out, err) =>
        resolve({ status: error ? Number(error.code) : 0, out, err }),
      );
      child.stdin?.end('globex\n');
    });
  const documents = async (...args: readonly string[]): Promise<readonly Record<string, unknown>[]> => {
    const { out } = await run('documents/main', '--json', ...args);
    return out
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  };

  it('backfill goes on past what fails, says why, and ends with 1', async () => {
    const { status, out } = await run('backfill/main');
    expect(status).toBe(1);
    expect(out).toMatch(/indexed +1\n/);
    expect(out).toMatch(/failed for good +2\n/);
    expect(out).toMatch(/acme\/empty\.md: The file holds no text/);
    expect(out).toMatch(/lag +p50 \d/);
  });

  it('documents lists each with its state, and the reason of those that failed', async () => {
    const all = await documents();
    expect(all).toMatchObject([
      {
        tenant: 'acme',
        document_id: 'empty.md',
        state: 'failed',
        code: 'EMPTY_DOCUMENT',
        reason: expect.stringMatching(/no text/),
        tries: 1,
      },
      { tenant: 'acme', document_id: 'noise.bin', state: 'failed', chunks: 0 },
      { tenant: 'acme', document_id: 'pump.md', state: 'active', title: 'Pump', media_type: 'text/markdown', chunks: 1 },
    ]);
    expect(all[2]).not.toHaveProperty('reason');
    expect(await documents('--state', 'active', '--tenant', 'acme')).toHaveLength(1);
    expect((await run('documents/main')).out).toMatch(/1 active, 2 failed, 0 deleted; lag p50/);
    expect((await run('documents/main', '--state', 'lost')).err).toMatch(/--state lost: there are active, failed, deleted/);
  });

  it('documents --retry indexes what was mended, and removes what is gone', async () => {
    write('empty.md', '# No longer empty\n\nThe valve opens.\n');
    rmSync(join(home, 'bucket', 'acme', 'noise.bin'));
    expect((await run('documents/main', '--retry', 'pump.md')).err).toMatch(/No failed document is called pump.md/);
    const { status, out } = await run('documents/main', '--retry', 'all');
    expect([status, out]).toEqual([0, expect.stringMatching(/indexed +1\n[\s\S]*1 no longer in the bucket, and removed/)]);
    expect((await documents()).map(({ state }) => state)).toEqual(['active', 'deleted', 'active']);
  });

  it('reembed lists the models, and does not drop the one in use', async () => {
    expect((await run('reembed/main', '--list')).out).toMatch(/use-lite\/512: 2 vectors, complete for 2 of 2 documents/);
    expect(await run('reembed/main', '--drop', 'use-lite/512')).toMatchObject({
      status: 1,
      err: expect.stringMatching(/is the configured model/),
    });
  });

  it('reconcile --dry-run says what it would do', async () => {
    write('new.md', '# New\n\nNew.\n');
    expect(await run('reconcile/command', '--dry-run')).toMatchObject({
      status: 0,
      out: 'acme: 1 added, 0 updated, 0 removed, 0 withheld (dry run)\n',
    });
  });

  it('tenant --drop wants the name again, and then erases everything', async () => {
    expect(await run('tenant/main', '--drop', 'acme')).toMatchObject({ status: 1, err: expect.stringMatching(/Nothing was erased/) });
    expect(await run('tenant/main', '--drop', 'initech', '--yes')).toMatchObject({ status: 1, err: 'There is no tenant initech.\n' });
    expect((await run('tenant/main', '--drop', 'acme', '--yes')).out).toMatch(
      /acme is erased: 2 documents, 1 tombstones, 2 passages, 2 vectors/,
    );
    expect(await documents()).toEqual([]);
  });
});
