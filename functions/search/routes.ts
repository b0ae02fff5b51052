import type { z } from 'zod';
import { InvalidInput, NotFound } from '../../shared/errors.ts';
import { errorFields } from '../../shared/log.ts';
import type { Hit, RetrievalBackend } from '../../shared/retrieval/backend.ts';
import type { Profile } from '../../shared/retrieval/profiles.ts';
import { type RankedHit, retrieve } from '../../shared/retrieval/retrieve.ts';
import type { AuthenticatedCall, Route } from '../http/handle.ts';
import { openApi } from './openapi.ts';
import { type passage, searchRequest } from './schemas.ts';

/** In the contract, but not built yet: to ignore one would be to answer another question. */
const NOT_SUPPORTED = ['filter', 'as_of'];
const NOTHING_FOUND = 'No matching documents. Say so rather than guessing.';

export interface SearchOptions {
  /** Opened by the first request that needs it. */
  readonly backend: () => Promise<RetrievalBackend>;
  readonly profile: Profile;
  readonly timeoutMs: number;
}

/** The routes of the search function: POST /search, GET /passages/ID, /healthz and /openapi.json. */
export const searchRoutes = (options: SearchOptions): readonly Route[] => [
  { method: 'POST', path: '/search', handle: (call) => search(call, options) },
  { method: 'GET', path: '/passages/', handle: (call) => open(call, options) },
  { method: 'GET', path: '/healthz', open: true, handle: async () => ({ status: 'success' }) },
  { method: 'GET', path: '/openapi.json', open: true, handle: async () => openApi },
];

async function search(
  { body, caller, requestId, signal, log, note }: AuthenticatedCall,
  { backend, profile, timeoutMs }: SearchOptions,
): Promise<object> {
  const { query, top_k: limit } = parseRequest(body);
  const { hits, degraded, timingsMs } = await retrieve(
    { caller, text: query, limit, signal },
    {
      backend: await backend(),
      profile,
      timeoutMs,
      onDegraded: (arm, error) => log.write('WARNING', 'an arm of the search was left out', { arm, ...errorFields(error) }),
    },
  );
  note({ passages: hits.map(({ id, fused }) => ({ id, ranks: fused.ranks })), degraded, timings_ms: timingsMs });
  return {
    status: 'success',
    passages: hits.map(ranked),
    ...(hits.length === 0 ? { note: NOTHING_FOUND } : {}),
    ...(degraded.length > 0 ? { degraded } : {}),
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

function parseRequest(body: unknown): z.output<typeof searchRequest> {
  const unsupported = NOT_SUPPORTED.find((field) => typeof body === 'object' && body !== null && field in body);
  if (unsupported) throw new InvalidInput('INVALID_ARGUMENT', `${unsupported}: is not supported yet`);
  const parsed = searchRequest.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') || 'body';
  throw new InvalidInput(field === 'query' ? 'INVALID_QUERY' : 'INVALID_ARGUMENT', `${field}: ${issue?.message}`);
}

const ranked = (hit: RankedHit): z.input<typeof passage> => ({ ...shown(hit), score: hit.fused.score });

const shown = (hit: Hit): Omit<z.input<typeof passage>, 'score'> => ({
  id: hit.id,
  document_id: hit.documentId,
  section: hit.section,
  text: hit.text,
  source: { title: hit.source.title, uri: hit.source.uri, updated_at: hit.source.updatedAt.toISOString() },
  metadata: hit.metadata,
});
