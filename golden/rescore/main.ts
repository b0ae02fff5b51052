import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { command } from '../../functions/command.ts';
import { ConfigError } from '../../shared/config.ts';
import { archivedRuns } from '../archive.ts';
import { rescore } from './rescore.ts';

/**
 * `npm run eval:rescore [-- --archive DIR] [--write]`: scores every archived run again, for when a metric was mended. Says
 * which scores are others now and which variants change places; `--write` puts the new scores into the archive.
 */
await command(async () => {
  const { values } = parseArgs({
    options: { archive: { type: 'string', default: '.groundwire/runs' }, write: { type: 'boolean', default: false } },
  });
  if (!existsSync(values.archive))
    throw new ConfigError(`--archive ${values.archive}: there is no such folder; \`npm run eval\` archives its runs`);
  let changed = 0;
  let inverted = 0;
  const runs = archivedRuns(values.archive);
  for (const { path, run } of runs) {
    const { run: rescored, changes, inversions } = rescore(run);
    for (const { set, variant, metric, was, is } of changes) {
      console.log(`${path} ${set} ${variant}: ${metric} ${was?.toFixed(4) ?? 'new'} → ${is.toFixed(4)}`);
    }
    for (const { set, metric, better, before } of inversions)
      console.log(`${path} ${set}: by ${metric} ${better} is better than ${before} now, not the other way round`);
    changed += changes.length;
    inverted += inversions.length;
    if (values.write && changes.length > 0) writeFileSync(path, `${JSON.stringify(rescored)}\n`);
  }
  console.log(`${runs.length} runs: ${changed} scores are others now, ${inverted} pairs of variants change places.`);
  return 0;
});
