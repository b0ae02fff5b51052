import { z } from 'zod';
import { withDeadline } from '../../../shared/abort.ts';
import { ConfigError } from '../../../shared/config.ts';
import { Unavailable } from '../../../shared/errors.ts';
import { retry } from '../../../shared/retry.ts';

/** A deployed `search`, and who asks it. Not by shared/client: whoever sets a gate up has to see what a wrong address answers, a page or a redirect. */
export interface Deployment {
  readonly url: string;
  /** Decides on the tenant. */
  readonly token: string;
  /** For Cloud Run's own check of callers, where it has one. */
  readonly idToken?: string | undefined;
  /** Seconds between attempts. */
  readonly waits?: readonly number[];
}

/** A rate limit is by the minute, and an instance starts in seconds. */
const WAITS = [2, 10, 30];
const JITTER = 0.5;
const TIMEOUT_MS = 30_000;
const PASSING = new Set([429, 502, 503, 504]);
const SHOWN_CHARS = 200;

const reply = z.object({
  passages: z.array(
    z.object({ id: z.string(), document_id: z.string(), section: z.string(), text: z.string(), source: z.object({ uri: z.string() }) }),
  ),
  degraded: z.array(z.string()).default([]),
});

export type SearchReply = z.output<typeof reply>;

/**
 * POST /search. What passes is tried again, and a wait that is asked for is waited. Throws ConfigError for what somebody has to set
 * right, and Unavailable for what did not pass: a line each.
 */
export const ask = (deployment: Deployment, body: object, signal: AbortSignal): Promise<SearchReply> =>
  retry(() => once(deployment, body, signal), {
    waits: deployment.waits ?? WAITS,
    jitter: JITTER,
    signal,
    worthRetrying: (error) => error instanceof Unavailable,
    retryAfter: (error) => (error instanceof Unavailable ? error.retryAfterS : undefined),
  });

async function once({ url, token, idToken }: Deployment, body: object, signal: AbortSignal): Promise<SearchReply> {
  const late = () => new Unavailable(`${url} gave no answer within ${TIMEOUT_MS / 1_000} s.`, { code: 'TIMEOUT' });
  return withDeadline(
    async (until) => {
      const { response, text } = await send(`${url.replace(/\/+$/, '')}/search`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${token}`,
          ...(idToken ? { 'X-Serverless-Authorization': `Bearer ${idToken}` } : {}),
        },
        body: JSON.stringify(body),
        redirect: 'manual',
        signal: until,
      });
      if (!response.ok) throw failureOf(url, response, text);
      const parsed = reply.safeParse(parseJson(text));
      if (!parsed.success) throw new ConfigError(`${url} answers something else than a search does: ${shown(text)}`);
      return parsed.data;
    },
    { ms: TIMEOUT_MS, signal, late },
  );
}

async function send(url: string, init: RequestInit): Promise<{ readonly response: Response; readonly text: string }> {
  try {
    const response = await fetch(url, init);
    return { response, text: await response.text() };
  } catch (cause) {
    init.signal?.throwIfAborted();
    const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause);
    throw new Unavailable(`${url} can not be reached: ${reason}`, { cause });
  }
}

function failureOf(url: string, { status, headers }: Response, text: string): Error {
  const said = z.object({ message: z.string() }).safeParse(parseJson(text));
  const line = `${url} answers ${status}: ${said.success ? said.data.message : shown(text)}`;
  if (PASSING.has(status)) {
    const seconds = Number(headers.get('retry-after') ?? Number.NaN);
    if (!(seconds > 0)) return new Unavailable(line);
    return new Unavailable(`${line} It asks to wait ${seconds} s.`, { retryAfterS: seconds });
  }
  return new ConfigError(`${line}${ADVICE[status] ?? ''}`);
}

const ADVICE: Readonly<Record<number, string>> = {
  401: ' GROUNDWIRE_TOKEN has to be a token that this deployment trusts, and not be expired.',
  403: " GROUNDWIRE_ID_TOKEN has to be an identity token of somebody with roles/run.invoker on it, for the service's own address.",
  404: ' Is this the address of the function search?',
};

/** A line of what came, without the tags of a page. */
const shown = (text: string): string =>
  text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, SHOWN_CHARS) || '(nothing)';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
