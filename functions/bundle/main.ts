import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle } from './bundle.ts';
import { TARGETS } from './targets.ts';

/** `npm run bundle [-- NAME …] [--out dist]`: a folder a function, ready to be deployed. */
const { values, positionals } = parseArgs({ options: { out: { type: 'string', default: 'dist' } }, allowPositionals: true });
for (const name of positionals.length > 0 ? positionals : Object.keys(TARGETS)) {
  const folder = join(resolve(values.out), name);
  const { outputs } = await bundle(name, folder);
  const files = Object.entries(outputs).filter(([file]) => file.endsWith('.js'));
  const kilobytes = files.reduce((sum, [, { bytes }]) => sum + bytes, 0) / 1_000;
  console.log(`${join(basename(values.out), name)}: ${files.length} files, ${kilobytes.toFixed(0)} kB`);
}
