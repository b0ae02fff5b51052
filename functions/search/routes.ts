import type { z } from 'zod';
import { type Clock, systemClock } from '../../shared/clock.ts';
import { NotFound } from '../../shared/errors.ts';
import { logFailure } from '../../shared/log.ts';
import type { Ranker } from '../../shared/models/rank/ranker.ts';
import type { Hit, RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { cacheSearches } from '../../shared/retrieval/cache.ts';
import { EVERYTHING, parseFilter } from '../../shared/retrieval/filter.ts';
import type { RankedHit } from '../../shared/retrieval/pool.ts';
import type { Profile } from '../../shared/retrieval/profiles.ts';
import { retrieve } from '../../shared/retrieval/retrieve.ts';
import type { AuthenticatedCall, Route } from '../http/handle.ts';
import { checked } from '../http/query.ts';
import { explain, placementOf } from './explain.ts';
import { openApi } from './openapi.ts';
import { type passage, searchRequest } from './schemas.ts';

const NOTHING_FOUND = 'No matching documents. Say so rather than guessing.';

export interface SearchOptions {
  /** Opened by the first request that needs it. */
  readonly backend: () => Promise<RetrievalBackend>;
  readonly profile: Profile;
  /** Opened by the first search; undefined where none is configured. */
  readonly ranker: () => Promise<Ranker | undefined>;
  readonly timeoutMs: number;
  readonly clock?: Clock;
}

/** The routes of the search function: POST /search, GET /passages/ID, /healthz and /openapi.json. */
export function searchRoutes(options: SearchOptions): readonly Route[] {
  const retrieveCached = cacheSearches(retrieve);
  return [
    { method: 'POST', path: '/search', handle: (call) => search(call, options, retrieveCached) },
    { method: 'GET', path: '/passages/', handle: (call) => open(call, options) },
    { method: 'GET', path: '/healthz', open: true, handle: async () => ({ status: 'success' }) },
    { method: 'GET', path: '/openapi.json', open: true, handle: async () => openApi() },
  ];
}

async function search(
  { body, caller, requestId, signal, log, note }: AuthenticatedCall,
  { backend, profile, ranker, timeoutMs, clock = systemClock }: SearchOptions,
  retrieveCached: ReturnType<typeof cacheSearches>,
): Promise<object> {
  const { query, top_k: limit, filter, as_of, explain: wantsExplanation } = checked(searchRequest, body);
  const found = await retrieveCached(
    {
      caller,
      text: query,
      filter: filter === undefined ? EVERYTHING : parseFilter(filter),
      day: as_of ?? clock().toISOString().slice(0, 10),
      limit,
      explain: wantsExplanation,
      signal,
    },
    {
      backend: await backend(),
      profile,
      ranker: await ranker(),
      timeoutMs,
      onDegraded: (stage, error) => logFailure(log, 'a part of the search was left out', error, { stage }),
    },
  );
  const { hits, degraded } = found;
  const explanation = explain(found, profile);
  const placements = hits.map((hit) => placementOf(hit, found, profile));
  note({ ...explanation, passages: hits.map(({ id }, i) => ({ id, ...placements[i] })) });
  return {
    status: 'success',
    passages: hits.map((hit, i) => ({ ...ranked(hit), ...(wantsExplanation ? { explain: placements[i] } : {}) })),
    ...(hits.length === 0 ? { note: NOTHING_FOUND } : {}),
    ...(degraded.length > 0 ? { degraded } : {}),
    ...(wantsExplanation ? { explain: explanation } : {}),
    request_id: requestId,
  };
}

async function open({ rest, caller, signal, note }: AuthenticatedCall, { backend }: SearchOptions): Promise<object> {
  const [hit] = await (await backend()).passages(caller, [rest], signal);
  // Not there, of another tenant, and not for this caller are told apart for nobody.
  if (!hit) throw new NotFound('There is no such passage, or it is not for you.');
  note({ passages: [{ id: hit.id }] });
  return { status: 'success', passage: shown(hit) };
}

const ranked = (hit: RankedHit): z.input<typeof passage> => ({ ...shown(hit), score: hit.rerank?.score ?? hit.fused.score });

const shown = (hit: Hit): Omit<z.input<typeof passage>, 'score'> => ({
  id: hit.id,
  document_id: hit.documentId,
  section: hit.section,
  text: hit.text,
  source: { title: hit.source.title, uri: hit.source.uri, updated_at: hit.source.updatedAt.toISOString() },
  metadata: hit.metadata,
});
