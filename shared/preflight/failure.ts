import { ConfigError } from '../config.ts';
import { KnownError } from '../errors.ts';
import { failed, type Outcome } from './check.ts';

const LONGEST = 300;

/** A check that threw, where the check itself knows no more. */
export function failureOf(error: unknown): Outcome {
  const message = error instanceof Error ? error.message.slice(0, LONGEST) : 'something went wrong';
  if (error instanceof ConfigError) return failed(message, `Change ${/^[A-Z_]{3,}/.exec(message)?.[0] ?? 'the setting'}.`);
  if (error instanceof KnownError) return failed(message, 'Run this again; if it stays, look at the logs of what refuses.');
  return failed(
    `${error instanceof Error ? error.name : typeof error}: ${message}`,
    'This is not a failure that was foreseen. Please report it with this line.',
  );
}
