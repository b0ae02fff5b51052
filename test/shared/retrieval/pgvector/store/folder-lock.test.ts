import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from '../../../../../shared/retrieval/pgvector/store/folder-lock.ts';

const MODULE = new URL('../../../../../shared/retrieval/pgvector/store/folder-lock.ts', import.meta.url);

describe('lockFolder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'groundwire-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Another process that has the folder open, once it says so. */
  const holder = async () => {
    const script = `const { lockFolder } = await import('${MODULE}'); await lockFolder('${folder}'); console.log('locked'); setInterval(() => {}, 1_000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    return child;
  };

  it('lets one process in, and names the setting when another has the folder', async () => {
    const child = await holder();
    await expect(lockFolder(folder, 200)).rejects.toThrow(/^GROUNDWIRE_DATA: .*open in another process/);
    child.kill('SIGKILL');
  });

  it('opens at once after a process that was killed, and waits for one that is ending', async () => {
    const child = await holder();
    setTimeout(() => child.kill('SIGKILL'), 200);
    const unlock = await lockFolder(folder, 10_000);
    await expect(lockFolder(folder, 100)).rejects.toThrow(/GROUNDWIRE_DATA/);
    await unlock();
    await (await lockFolder(folder, 100))();
  });
});
