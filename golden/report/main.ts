import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { command } from '../../functions/command.ts';
import { ConfigError } from '../../shared/config.ts';
import { readRun } from '../archive.ts';
import { pageOf } from './page.ts';

/** `npm run eval:report -- RUN.json [--out report.html]`: an archived run as a file of HTML that stands by itself. */
await command(async () => {
  const { values, positionals } = parseArgs({ options: { out: { type: 'string', default: 'report.html' } }, allowPositionals: true });
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0)
    throw new ConfigError('Name one archived run: npm run eval:report -- .groundwire/runs/RUN.json');
  writeFileSync(values.out, pageOf(readRun(path)));
  console.log(values.out);
  return 0;
});
