import { KnownError, Refused } from './errors.ts';

export const SEVERITIES = ['DEBUG', 'INFO', 'NOTICE', 'WARNING', 'ERROR', 'CRITICAL'] as const;
export type Severity = (typeof SEVERITIES)[number];
export type Fields = Readonly<Record<string, unknown>>;

/** Writes structured entries. Fields never hold document text, tokens, filter values or personal data. */
export interface Log {
  write(severity: Severity, message: string, fields?: Fields): void;
  /** A log that adds `fields` to every entry. */
  with(fields: Fields): Log;
}

/**
 * A log of one JSON object a line, with the field names that Cloud Logging reads (`severity`, `message`, `time`,
 * `logging.googleapis.com/trace`). It goes to standard error, so that a command's own output stays clean.
 */
export function createLog(
  minimum: Severity = 'INFO',
  sink: (line: string) => void = (line) => process.stderr.write(line),
  fields: Fields = {},
): Log {
  return {
    write(severity, message, more) {
      if (SEVERITIES.indexOf(severity) < SEVERITIES.indexOf(minimum)) return;
      const entry = { severity, time: new Date().toISOString(), message, ...fields, ...more };
      sink(`${JSON.stringify(entry, (_, value) => (typeof value === 'bigint' ? String(value) : value))}\n`);
    },
    with: (more) => createLog(minimum, sink, { ...fields, ...more }),
  };
}

/** What may be logged of an error: its name, code, message and stack frames, and the same of its causes. */
export function errorFields(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: { name: typeof error } };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at '));
  return {
    error: {
      name: error.name,
      code,
      message: loggable(error, code),
      ...(error instanceof KnownError ? {} : { stack: frames?.slice(0, 12).join('\n') }),
      ...(error.cause === undefined ? {} : { cause: errorFields(error.cause).error }),
    },
  };
}

/**
 * Writes that something failed and was done without. What a while may mend is a WARNING; what was Refused stays so until
 * somebody looks: an ERROR with `alert: "refused"`, for an alert to match.
 */
export function logFailure(log: Log, message: string, error: unknown, fields: Fields = {}): void {
  const alert = alertOf(error);
  log.write(alert.alert ? 'ERROR' : 'WARNING', message, { ...alert, ...fields, ...errorFields(error) });
}

/** What the entry of a failure has for an alert to match, if it comes of a Refused. */
export function alertOf(error: unknown): { readonly alert?: 'refused' } {
  if (error instanceof Refused) return { alert: 'refused' };
  return error instanceof Error && error.cause !== undefined ? alertOf(error.cause) : {};
}

/** Postgres quotes the offending value in the messages of class 22 (data exception): those stay out of the log. */
const loggable = (error: Error, code: string | undefined): string =>
  code !== undefined && /^22...$/.test(code) ? 'data exception' : error.message.slice(0, 300);
