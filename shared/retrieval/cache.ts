import { LRUCache } from 'lru-cache';
import type { RetrievalBackend } from './backend.ts';
import type { Request, Retrieval, RetrieveOptions } from './retrieve.ts';
import { keyOfScope } from './scope-key.ts';

/** Characters that are kept, over all tenants. */
const MOST_CHARS = 20_000_000;
/** What a passage holds beside its text, roughly. */
const ENTRY_CHARS = 500;
/** What a candidate of an arm takes, 290 bytes as measured: a search has a hundred and more, mostly of passages that it does not bring. */
const CANDIDATE_CHARS = 290;

export interface Cached extends Retrieval {
  /** Whether this very search had been made before, and nothing of its tenant has changed since. */
  readonly isRepeat: boolean;
}

type Search = (request: Request, options: RetrieveOptions) => Promise<Retrieval>;

/**
 * `search` that answers exact repeats from memory: the same question of the same tenant and groups, with the same filter,
 * day, limit and profile, at the same version of the tenant. The version is read from the store first, so that a write is
 * seen at once, whichever instance made it. What was degraded is not kept.
 */
export function cacheSearches(search: Search, mostChars = MOST_CHARS) {
  const kept = new LRUCache<string, { readonly version: string; readonly retrieval: Retrieval }>({
    maxSize: mostChars,
    sizeCalculation: ({ retrieval }, key) => key.length + charsOf(retrieval),
  });
  return async (request: Request, options: RetrieveOptions & { readonly backend: Pick<RetrievalBackend, 'version'> }): Promise<Cached> => {
    const start = performance.now();
    const version = await options.backend.version?.(request.caller.tenant, request.signal);
    // A tenant that is erased has the version again that it had before anything was written, and nothing of it may come back.
    if (!version) return { ...(await search(request, options)), isRepeat: false };
    const timingsMs = { version: performance.now() - start };
    const key = keyOf(request, options);
    const known = kept.get(key);
    if (known?.version === version) return { ...known.retrieval, timingsMs, isRepeat: true };
    const retrieval = await search({ ...request, version }, options);
    if (retrieval.degraded.length === 0) kept.set(key, { version, retrieval });
    return { ...retrieval, timingsMs: { ...timingsMs, ...retrieval.timingsMs }, isRepeat: false };
  };
}

const charsOf = ({ hits, answers }: Retrieval): number =>
  hits.reduce((sum, { text }) => sum + text.length + ENTRY_CHARS, ENTRY_CHARS) +
  answers.reduce((sum, { found }) => sum + found.candidates.length * CANDIDATE_CHARS, 0);

const keyOf = (request: Request, { profile, ranker }: RetrieveOptions): string =>
  JSON.stringify([keyOfScope(request), request.text, request.limit, request.explain ?? false, profile, ranker?.model]);
