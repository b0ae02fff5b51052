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
import type { AuthenticatedCall } from '../http/handle.ts';
import { explain, placementOf } from './explain.ts';
import type { passage, passageReply, searchReply, searchRequest } from './schemas.ts';

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

/** Who asks, and with what the work is done: of a call, whatever door it came in by. */
export type Asked = Pick<AuthenticatedCall, 'caller' | 'requestId' | 'signal' | 'log' | 'note'>;

/** What the search function does for every door: HTTP, MCP. */
export interface Searching {
  search(request: z.output<typeof searchRequest>, asked: Asked): Promise<z.input<typeof searchReply>>;
  /** Throws NotFound when there is no such passage, or none for this caller. */
  open(id: string, asked: Asked): Promise<z.input<typeof passageReply>>;
}

/** One for all doors of a function, for it holds the cache of searches. */
export function createSearching(options: SearchOptions): Searching {
  const retrieveCached = cacheSearches(retrieve);
  return {
    search: (request, asked) => search(request, asked, options, retrieveCached),
    open: (id, asked) => open(id, asked, options),
  };
}

async function search(
  { query, top_k: limit, filter, as_of, explain: wantsExplanation }: z.output<typeof searchRequest>,
  { caller, requestId, signal, log, note }: Asked,
  { backend, profile, ranker, timeoutMs, clock = systemClock }: SearchOptions,
  retrieveCached: ReturnType<typeof cacheSearches>,
): Promise<z.input<typeof searchReply>> {
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
  note({ ...explanation, found: hits.length, passages: hits.map(({ id }, i) => ({ id, ...placements[i] })) });
  return {
    status: 'success',
    passages: hits.map((hit, i) => ({ ...ranked(hit), ...(wantsExplanation ? { explain: placements[i] } : {}) })),
    ...(hits.length === 0 ? { note: NOTHING_FOUND } : {}),
    ...(degraded.length > 0 ? { degraded: [...degraded] } : {}),
    ...(wantsExplanation ? { explain: explanation } : {}),
    request_id: requestId,
  };
}

async function open(id: string, { caller, signal, note }: Asked, { backend }: SearchOptions): Promise<z.input<typeof passageReply>> {
  const [hit] = await (await backend()).passages(caller, [id], signal);
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
