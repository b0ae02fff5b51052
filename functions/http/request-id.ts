import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const SAFE = /^[\w.-]{8,128}$/;
const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-/;
const CLOUD_TRACE = /^([\da-f]{32})(?:\/|$)/;

/** The caller's own `X-Request-Id` when it can stand in a log and a header, or else a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && SAFE.test(given) ? given : randomUUID();
}

/** The field by which Cloud Logging joins entries to a trace; empty when there is no trace or no project. */
export function traceField(headers: IncomingHttpHeaders, project: string | undefined): Readonly<Record<string, string>> {
  const trace =
    TRACEPARENT.exec(String(headers.traceparent ?? ''))?.[1] ?? CLOUD_TRACE.exec(String(headers['x-cloud-trace-context'] ?? ''))?.[1];
  return trace && project ? { 'logging.googleapis.com/trace': `projects/${project}/traces/${trace}` } : {};
}
