import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '../../functions/local/token.ts';
import { SECRET, servedFunctions } from '../support/served.ts';

/** The fenced blocks of a language. */
const blocksOf = (language: string): readonly string[] =>
  [...readFileSync('test/examples/README.md', 'utf8').matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(
    ([, block = '']) => block,
  );
/** The same, by what they call. */
const named = (language: string) =>
  blocksOf(language).map((block) => ({ block, name: [...block.matchAll(/\$GROUNDWIRE\/\w+|client\.\w+/g)].join(' and ') }));

/** Debian does not always have it. */
const hasCurl = !spawnSync('curl', ['--version']).error;

describe('what test/examples/README.md says', () => {
  const served = servedFunctions();
  let folder: string;
  let env: Record<string, string>;
  let answers: boolean;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'groundwire-calling-'));
    const text = '---\nproduct: pump\n---\n# Returns\n\nPartial refunds work by post.\n';
    await served.put('acme/policies/returns.md', text, 1);
    env = { PATH: process.env.PATH ?? '', GROUNDWIRE: served.url, TOKEN: await makeToken(SECRET, 'acme') };
    const { json } = await served.call('GET', '/openapi.json');
    answers = '/answer' in json.paths;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (command: string, args: readonly string[]) =>
    new Promise<{ code: number | null; output: string }>((done, failed) => {
      const child = spawn(command, args, { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
      child.on('error', failed);
      child.on('close', (code) => done({ code, output }));
    });

  it('has something of each', () => {
    expect(blocksOf('sh').length).toBeGreaterThanOrEqual(6);
    expect(blocksOf('ts').length).toBeGreaterThanOrEqual(2);
  });

  it.skipIf(!hasCurl).each(named('sh'))('$name', async ({ block }) => {
    if (block.includes('/answer') && !answers) return;
    const { code, output } = await run('bash', ['-euo', 'pipefail', '-c', block]);
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/"status":"success"/) });
    if (!block.includes('/rerank')) expect(output).toContain('policies/returns.md');
    if (block.includes('"stream": true')) expect(output).toMatch(/^event: token\n.*^event: answer\n/ms);
  });

  it.each(named('ts'))('$name', async ({ block }) => {
    if (block.includes('answerStream') && !answers) return;
    const file = join(folder, 'use.ts');
    writeFileSync(file, block.replace('groundwire/client', resolve('shared/client/index.ts')));
    const { code, output } = await run(process.execPath, [file]);
    expect(code, output).toBe(0);
    if (block.includes('openPassage')) {
      expect(output).toMatch(/^\[policies\/returns\.md:0\] Returns: Partial refunds work by post\.\nNOT_FOUND 404 [\w-]{36}\n$/);
    }
  });
});
