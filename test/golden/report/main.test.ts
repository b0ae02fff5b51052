import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE } from './sample.ts';

describe('eval:report', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'groundwire-report-'));
    writeFileSync(join(folder, 'run.json'), JSON.stringify(SAMPLE));
    writeFileSync(join(folder, 'other.json'), '{"format": 2}');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const report = (...args: readonly string[]) => spawnSync(process.execPath, ['golden/report/main.ts', ...args], { encoding: 'utf8' });

  it('writes an archived run as a page', () => {
    const out = join(folder, 'page.html');
    expect(report(join(folder, 'run.json'), '--out', out)).toMatchObject({ status: 0, stdout: `${out}\n` });
    expect(readFileSync(out, 'utf8')).toMatch(/^<!doctype html>/);
  });

  it.each([
    ['nothing', [], 'Name one archived run'],
    ['what is no run', ['other.json'], 'is no archived run'],
    ['what is not there', ['nowhere.json'], 'no such file'],
  ])('says in a line what is wrong with %s', (_, names, message) => {
    const { status, stderr } = report(...names.map((name) => join(folder, name)));
    expect(status).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
  });
});
