import { type Config, ConfigError, parseConfig } from '../shared/config.ts';
import { KnownError } from '../shared/errors.ts';
import { createLog, type Log } from '../shared/log.ts';

export interface Context {
  readonly config: Config;
  readonly log: Log;
  /** Aborts on the first Ctrl-C or SIGTERM; a second one ends the process. */
  readonly signal: AbortSignal;
}

/** Settings of a command that are not the environment's. */
export type Defaults = Readonly<Record<string, string>>;

/**
 * Runs a command of the command line and ends the process with the status that it returns. What its user can do
 * something about is one line and status 1; a bug keeps its stack.
 */
export async function command(run: (context: Context) => Promise<number>, defaults: Defaults = {}): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort(new Error(`stopped by ${signal}`)));
  try {
    const config = parseConfig({ ...defaults, ...process.env });
    process.exitCode = await run({ config, log: createLog(config.logLevel), signal: stop.signal });
  } catch (error) {
    process.exitCode = 1;
    if (stop.signal.aborted && error === stop.signal.reason) console.error('Stopped.');
    else if (error instanceof ConfigError || error instanceof KnownError || isUsage(error)) console.error(error.message);
    else throw error;
  }
}

/** An unknown or misused option, as `parseArgs` of node:util reports it. */
export const isUsage = (error: unknown): error is Error =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
