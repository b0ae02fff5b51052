import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { command } from '../../functions/command.ts';
import { ConfigError } from '../../shared/config.ts';
import { type RunFile, readRun } from '../archive.ts';
import { pageOf } from './page.ts';

/** `npm run eval:report -- RUN.json [--out report.html]`: an archived run as a file of HTML that stands by itself. */
await command(async () => {
  const { values, positionals } = parseArgs({ options: { out: { type: 'string', default: 'report.html' } }, allowPositionals: true });
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0)
    throw new ConfigError('Name one archived run: npm run eval:report -- .groundwire/runs/RUN.json');
  writeFileSync(values.out, pageOf(read(path)));
  console.log(values.out);
  return 0;
});

/** No such file, no JSON or no run: in a line, for whoever named it. */
function read(path: string): RunFile {
  try {
    return readRun(path);
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
