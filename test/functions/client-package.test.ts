import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('npm run build:client', () => {
  let folder: string;
  const run = (args: readonly string[], cwd = folder) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };
  const USE = `
    import { createClient, GroundwireError, type SearchReply } from 'PACKAGE';
    const client = createClient({ url: 'http://127.0.0.1:9', token: async () => 't' });
    const search: Promise<SearchReply> = client.search({ query: 'x', filter: { version: { gte: 3 } } });
    search.catch((error: unknown) => console.log(error instanceof GroundwireError, typeof client.answerStream));`;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'groundwire-client-'));
    // As npm has them installed: the package with its exports, and the client as a package of its own.
    const installed = join(folder, 'node_modules/groundwire');
    mkdirSync(join(installed, 'dist'), { recursive: true });
    const built = run([resolve('functions/bundle/client.ts'), join(installed, 'dist/client')], process.cwd());
    if (built.status !== 0) throw new Error(built.output);
    writeFileSync(join(installed, 'package.json'), readFileSync('package.json'));
    symlinkSync(join(installed, 'dist/client'), join(folder, 'node_modules/groundwire-client'));
    mkdirSync(join(folder, 'node_modules/@types'));
    symlinkSync(resolve('node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
    symlinkSync(resolve('node_modules/undici-types'), join(folder, 'node_modules/undici-types'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['groundwire/client', 'groundwire-client'])('makes %s, which has its types and needs nothing', (name) => {
    writeFileSync(join(folder, 'use.ts'), USE.replace('PACKAGE', name));
    const tsc = [resolve('node_modules/typescript/bin/tsc'), '--strict', '--noEmit', '--module', 'nodenext', '--types', 'node', 'use.ts'];
    expect(run(tsc)).toEqual({ status: 0, output: '' });
    expect(run(['use.ts'])).toEqual({ status: 0, output: 'false function\n' });
  });

  it('has no dependencies', () => {
    const manifest = JSON.parse(readFileSync(join(folder, 'node_modules/groundwire-client/package.json'), 'utf8'));
    expect(manifest).toMatchObject({ name: 'groundwire-client', license: 'Apache-2.0', type: 'module' });
    expect(manifest.dependencies).toBeUndefined();
  });
});
