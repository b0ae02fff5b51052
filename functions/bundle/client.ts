import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const OUT = resolve(process.argv[2] ?? join(ROOT, 'dist/client'));

/**
 * `npm run build:client [-- FOLDER]`: the client of shared/client as JavaScript with its types, for `groundwire/client`; and as a
 * package of its own, `groundwire-client`, for those who want nothing of the rest: it has no dependencies.
 */
rmSync(OUT, { recursive: true, force: true });
const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [tsc, '-p', join(ROOT, 'shared/client'), '--outDir', OUT], { stdio: 'inherit' });
process.exitCode = status ?? 1;
if (status === 0) {
  const { version, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const manifest = {
    name: 'groundwire-client',
    version,
    description: 'Searches documents and answers from them, by fetch alone.',
    license,
    type: 'module',
    engines: { node: '>=20' },
    sideEffects: false,
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
  };
  writeFileSync(join(OUT, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
