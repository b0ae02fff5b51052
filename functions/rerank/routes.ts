import type { z } from 'zod';
import { Unavailable } from '../../shared/errors.ts';
import { logFailure } from '../../shared/log.ts';
import type { Ranked, Ranker } from '../../shared/models/rank/ranker.ts';
import type { AuthenticatedCall, Route } from '../http/handle.ts';
import { openApiOf } from '../http/openapi.ts';
import { needs, probes } from '../http/probes.ts';
import { checked } from '../http/query.ts';
import { rerankDescription } from './openapi.ts';
import { type rerankReply, rerankRequest } from './schemas.ts';

export interface RerankOptions {
  /** Opened by the first request that needs it; undefined when none is configured. */
  readonly ranker: () => Promise<Ranker | undefined>;
}

/** The routes of the rerank function: POST /rerank, GET /healthz, /readyz, /startupz and /openapi.json. */
export const rerankRoutes = (options: RerankOptions): readonly Route[] => [
  { method: 'POST', path: '/rerank', handle: (call) => rerank(call, options) },
  ...probes(needs(undefined, options.ranker)),
  { method: 'GET', path: '/openapi.json', open: true, handle: async () => openApi() },
];

const openApi = (): object => openApiOf(rerankDescription);

async function rerank(call: AuthenticatedCall, options: RerankOptions): Promise<z.input<typeof rerankReply>> {
  const request = checked(rerankRequest, call.body);
  const ranker = await options.ranker();
  const ranking = ranker && (await rank(ranker, request, call));
  const degraded = ranking ? [] : ['rerank'];
  call.note({ ranked: request.passages.length, model: ranker?.model, degraded });
  return {
    status: 'success',
    ranking: (ranking ?? request.passages.map(({ id }) => ({ id, score: 0 }))).slice(0, request.top_n),
    ...(degraded.length > 0 ? { degraded } : {}),
  };
}

/** The ranking, or undefined when the model can't give one. */
async function rank(
  ranker: Ranker,
  { query, passages }: z.output<typeof rerankRequest>,
  { signal, log }: AuthenticatedCall,
): Promise<readonly Ranked[] | undefined> {
  const records = passages.map(({ id, text, title = '' }) => ({ id, text, title }));
  try {
    return await ranker.rank(query, records, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Unavailable)) throw error;
    logFailure(log, 'passages were left in the order given', error, { model: ranker.model });
    return undefined;
  }
}
