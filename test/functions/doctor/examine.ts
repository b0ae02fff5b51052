import { openDoctor } from '../../../functions/doctor/checks.ts';
import { type Result, runChecks } from '../../../functions/doctor/run.ts';
import { parseConfig } from '../../../shared/config.ts';
import type { CheckContext } from '../../../shared/preflight/check.ts';
import { quiet } from '../../support/stores.ts';

export interface ExamineOptions extends Partial<Pick<CheckContext, 'duty' | 'tenant'>> {
  readonly deadlineMs?: number;
}

/** The results of a configuration, by check. What clients read of the environment themselves is that of the process. */
export async function examine(
  env: Readonly<Record<string, string>>,
  { duty = 'all', tenant, deadlineMs = 20_000 }: ExamineOptions = {},
): Promise<Readonly<Record<string, Result>>> {
  const doctor = await openDoctor(parseConfig({ GROUNDWIRE_DATA: ':memory:', ...env }), process.env, quiet, { duty, tenant });
  try {
    const results = await Array.fromAsync(runChecks(doctor.checks, { deadlineMs, signal: new AbortController().signal }));
    return Object.fromEntries(results.map((result) => [result.check, result]));
  } finally {
    await doctor.close();
  }
}

/** The names of the checks that failed. */
export const failuresOf = (results: Readonly<Record<string, Result>>): readonly string[] =>
  Object.values(results)
    .filter(({ state }) => state === 'failed')
    .map(({ check }) => check);
