import { KnownError, Refused, Unavailable } from '../../errors.ts';
import { byStatus } from '../../grpc-status.ts';
import type { VertexConfig } from './connection.ts';

type Explain = (config: VertexConfig, cause: unknown) => Unavailable;

const notAllowed: Explain = (_, cause) =>
  new Refused('The Ranking API refuses this service: it needs the permission discoveryengine.rankingConfigs.rank, and the API enabled.', {
    cause,
  });
const malformed: Explain = ({ model }, cause) =>
  new Refused(`The Ranking API takes a request to ${model} for malformed: check RERANK_MODEL and RERANK_LOCATION.`, { cause });
const notThere: Explain = ({ model, location }, cause) =>
  new Refused(`The ranking model ${model} is not there in ${location}: check RERANK_MODEL, RERANK_LOCATION and GOOGLE_CLOUD_PROJECT.`, {
    cause,
  });
const tooSlow: Explain = ({ timeoutMs }, cause) =>
  new Unavailable(`The Ranking API gave no answer within ${timeoutMs} ms.`, { cause, code: 'TIMEOUT' });
const usedUp: Explain = (_, cause) => new Unavailable('The quota of the Ranking API is used up for now.', { cause, code: 'RATE_LIMITED' });
const failed: Explain = (_, cause) => new Unavailable('The Ranking API can not answer right now.', { cause });

/** By gRPC status. What HTTP calls 4xx is refused, except for a quota that comes back by itself. */
const EXPLAIN = byStatus<Explain>({ malformed, notAllowed, notThere, notReady: malformed, usedUp, tooSlow, failed });

/** An error of the client as one of ours; anything that is no gRPC status stays as it is, for that is a bug. */
export function translate(error: unknown, config: VertexConfig): unknown {
  if (error instanceof KnownError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const explain = typeof code === 'number' ? EXPLAIN[code] : undefined;
  return explain ? explain(config, error) : error;
}

/** What a ranking says that did not end in time. */
export const late = (config: VertexConfig): Unavailable => tooSlow(config, undefined);
