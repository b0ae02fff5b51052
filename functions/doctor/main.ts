import { parseArgs } from 'node:util';
import { ConfigError } from '../../shared/config.ts';
import type { Duty } from '../../shared/preflight/check.ts';
import { command } from '../command.ts';
import { tenantOption } from '../tenant-option.ts';
import { openDoctor } from './checks.ts';
import { asJson, asText, totalsOf } from './report.ts';
import { type Result, runChecks } from './run.ts';

const OPTIONS = {
  json: { type: 'boolean', default: false },
  tenant: { type: 'string' },
  for: { type: 'string', default: 'all' },
} as const;
const DEADLINE_MS = 10_000;

/**
 * `npm run doctor -- [--json] [--tenant T] [--for search|ingest]`: checks what a deployment needs, as whoever runs it, and says
 * what to do about what is missing. Changes nothing. Exit status 1 when a check fails.
 */
await command(
  async ({ config, log, signal }) => {
    const { values } = parseArgs({ options: OPTIONS });
    const doctor = await openDoctor(config, process.env, log, { tenant: tenantOption(values.tenant), duty: dutyOf(values.for) });
    const results: Result[] = [];
    for await (const result of runChecks(doctor.checks, { deadlineMs: DEADLINE_MS, signal })) {
      results.push(result);
      console.log(values.json ? asJson(result) : asText(result));
    }
    if (!values.json) console.log(`\n${totalsOf(results)}`);
    await doctor.close();
    return results.some(({ state }) => state === 'failed') ? 1 : 0;
  },
  { LOG_LEVEL: 'CRITICAL' },
);
// A call that never came back would keep the process.
process.stdout.write('', () => process.exit());

function dutyOf(name: string): Duty {
  if (name === 'search' || name === 'ingest' || name === 'all') return name;
  throw new ConfigError(`--for ${name}: there are search, ingest, all`);
}
