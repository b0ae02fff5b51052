import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, parseConfig } from '../../shared/config.ts';
import { isUsage } from '../command.ts';
import { CHOICES, isChoice, isFor } from './backends.ts';
import { bundle } from './bundle.ts';
import { sizesOf } from './report.ts';
import { TARGETS } from './targets.ts';

const OPTIONS = { backend: { type: 'string', default: parseConfig({}).backend }, out: { type: 'string', default: 'dist' } } as const;

/**
 * `npm run bundle -- [NAME …] [--backend pgvector|vertex-rag|all] [--out dist]`: a folder a function, ready to be deployed, which
 * can use that backend and holds nothing of the other. Prints how large each is.
 */
try {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const choice = values.backend;
  if (!isChoice(choice)) throw new ConfigError(`--backend ${choice}: there are ${CHOICES.join(', ')}`);
  const all = Object.entries(TARGETS).flatMap(([name, target]) => (isFor(target, choice) ? [name] : []));
  for (const name of positionals.length > 0 ? positionals : all) {
    const folder = join(resolve(values.out), name);
    const metafile = await bundle(name, folder, choice);
    console.log(`${relative('', folder)} (${choice}): ${sizesOf(folder, metafile)}`);
  }
} catch (error) {
  if (!(error instanceof ConfigError || isUsage(error))) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
