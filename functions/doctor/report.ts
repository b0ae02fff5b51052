import type { Outcome } from '../../shared/preflight/check.ts';
import type { Result } from './run.ts';

const MARKS: Readonly<Record<Outcome['state'], string>> = { ok: '✓', failed: '✗', skipped: '–' };
/** Of the longest name of a check. */
const WIDTH = 18;

/** `✓ name  message`, and below it what to do, if there is something. */
export function asText(result: Result): string {
  const line = `${MARKS[result.state]} ${result.check.padEnd(WIDTH)} ${result.message}`;
  return [line, ...(fixOf(result)?.split('\n') ?? []).map((each, i) => `  ${i === 0 ? '→' : ' '} ${each}`)].join('\n');
}

/** One object a line. A check that was skipped is ok, for nothing was found wrong. */
export const asJson = (result: Result): string =>
  JSON.stringify({
    check: result.check,
    ok: result.state !== 'failed',
    ...(result.state === 'skipped' ? { skipped: true } : {}),
    message: result.message,
    fix: fixOf(result),
  });

/** `12 checks: 9 ok, 1 failed, 2 skipped`. */
export function totalsOf(results: readonly Result[]): string {
  const count = (state: Outcome['state']) => results.filter((result) => result.state === state).length;
  return `${results.length} checks: ${count('ok')} ok, ${count('failed')} failed, ${count('skipped')} skipped`;
}

const fixOf = (result: Result): string | undefined => ('fix' in result ? result.fix : undefined);
