import type { RagConfig } from '../../config.ts';
import { KnownError, NotFound, Refused, Unavailable } from '../../errors.ts';
import { byStatus } from '../../grpc-status.ts';

type Explain = (config: RagConfig, cause: unknown) => KnownError;

const detailsOf = (cause: unknown): string =>
  cause instanceof Error && 'details' in cause && typeof cause.details === 'string' ? cause.details.slice(0, 200) : '';

const notAllowed: Explain = (_, cause) =>
  new Refused('RAG Engine refuses this service: it needs roles/aiplatform.user, and the Agent Platform API enabled.', { cause });
const malformed: Explain = (_, cause) => new Refused(`RAG Engine takes a request for malformed: ${detailsOf(cause)}`, { cause });
const notReady: Explain = ({ location }, cause) =>
  new Refused(`RAG Engine in ${location} is not in the state for it: ${detailsOf(cause)} Run npm run doctor.`, { cause });
const notThere: Explain = (_, cause) => new NotFound('RAG Engine has no such corpus or file.', { cause });
const tooSlow: Explain = ({ timeoutMs }, cause) =>
  new Unavailable(`RAG Engine gave no answer within ${timeoutMs} ms.`, { cause, code: 'TIMEOUT' });
const usedUp: Explain = (_, cause) =>
  new Unavailable('The quota of RAG Engine is used up for now: 60 requests a minute and 3 imports at once, a project and region.', {
    cause,
    code: 'RATE_LIMITED',
  });
const failed: Explain = (_, cause) => new Unavailable('RAG Engine can not answer right now.', { cause });

/** By gRPC status. */
const EXPLAIN = byStatus<Explain>({ malformed, notAllowed, notThere, notReady, usedUp, tooSlow, failed });

/** An error of the client as one of ours; anything that is no gRPC status stays as it is, for that is a bug. */
export function translate(error: unknown, config: RagConfig): unknown {
  if (error instanceof KnownError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const explain = typeof code === 'number' ? EXPLAIN[code] : undefined;
  return explain ? explain(config, error) : error;
}
