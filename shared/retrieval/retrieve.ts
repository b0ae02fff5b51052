import type { Caller } from '../caller.ts';
import { Unavailable } from '../errors.ts';
import type { Arm, Candidate, Hit, Query, RetrievalBackend } from './backend.ts';
import { type Fused, fuse } from './fuse.ts';
import type { Profile } from './profiles.ts';

export interface RetrieveOptions {
  readonly backend: Pick<RetrievalBackend, 'arms' | 'read'>;
  readonly profile: Profile;
  /** For the whole of it, in milliseconds. */
  readonly timeoutMs: number;
  /** Told of each arm that was left out, with the reason. */
  readonly onDegraded?: (arm: string, error: Unavailable) => void;
}

export interface Request {
  readonly caller: Caller;
  readonly text: string;
  readonly limit: number;
  readonly signal: AbortSignal;
}

export interface RankedHit extends Hit {
  readonly fused: Fused;
}

export interface Retrieval {
  /** Best first, at most `limit`, no text twice. */
  readonly hits: readonly RankedHit[];
  /** The arms that could not answer. */
  readonly degraded: readonly string[];
  readonly timingsMs: Readonly<Record<string, number>>;
}

/**
 * Asks every arm at once, fuses their ranks and reads the passages in one instant. An arm that is Unavailable is left
 * out and named. Throws Unavailable when no arm is left (TIMEOUT when time is up), and whatever else an arm throws.
 */
export async function retrieve(request: Request, options: RetrieveOptions): Promise<Retrieval> {
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const signal = AbortSignal.any([request.signal, deadline]);
  try {
    const first = await attempt({ ...request, signal }, options);
    // A document was replaced between ranking and reading: what it says now has not been ranked yet.
    return first.changed ? await attempt({ ...request, signal }, options) : first;
  } catch (error) {
    if (deadline.aborted && !request.signal.aborted) {
      throw new Unavailable(`The search took longer than ${options.timeoutMs} ms.`, { cause: error, code: 'TIMEOUT' });
    }
    throw error;
  }
}

async function attempt(request: Request, options: RetrieveOptions): Promise<Retrieval & { readonly changed: boolean }> {
  const { backend, profile } = options;
  const timingsMs: Record<string, number> = {};
  const timed = async <T>(stage: string, work: Promise<T>): Promise<T> => {
    const start = performance.now();
    try {
      return await work;
    } finally {
      timingsMs[stage] = performance.now() - start;
    }
  };

  const asked = backend.arms.filter(({ name }) => (profile.weights[name] ?? 0) > 0);
  const stop = new AbortController();
  const query: Query = {
    caller: request.caller,
    text: request.text,
    limit: Math.max(profile.depth, request.limit),
    signal: AbortSignal.any([request.signal, stop.signal]),
  };
  const answers = await Promise.all(asked.map((arm) => answer(arm, query, (work) => timed(arm.name, work), stop)));
  request.signal.throwIfAborted();
  const bug = answers.find((given) => 'error' in given && !(given.error instanceof Unavailable));
  if (bug && 'error' in bug) throw bug.error;
  const degraded = answers.flatMap((given) => ('error' in given ? given.arm : []));
  for (const given of answers) {
    if ('error' in given && given.error instanceof Unavailable) options.onDegraded?.(given.arm, given.error);
  }
  if (asked.length > 0 && degraded.length === asked.length) {
    throw new Unavailable('No way of searching is available right now. Try again in a moment.');
  }

  const found = answers.flatMap((given) => ('candidates' in given ? given : []));
  const byId = new Map(found.flatMap(({ candidates }) => candidates.map((candidate) => [candidate.id, candidate])));
  const fused = fuse(
    found.map(({ arm, candidates }) => ({ arm, ids: candidates.map(({ id }) => id) })),
    profile.weights,
    profile.k,
  );
  const { hits, changed } = await timed('read', readDistinct(fused, byId, request, backend));
  return { hits, degraded, timingsMs, changed };
}

type Answer = { readonly arm: string; readonly candidates: readonly Candidate[] } | { readonly arm: string; readonly error: unknown };

async function answer(arm: Arm, query: Query, timed: <T>(work: Promise<T>) => Promise<T>, stop: AbortController): Promise<Answer> {
  try {
    return { arm: arm.name, candidates: await timed(arm.search(query)) };
  } catch (error) {
    // The other arms need not go on when the search as a whole can't.
    if (!(error instanceof Unavailable)) stop.abort(error);
    return { arm: arm.name, error };
  }
}

/** Reads down the fused list until there are enough passages that differ in their text. */
async function readDistinct(
  fused: readonly Fused[],
  byId: ReadonlyMap<string, Candidate>,
  { caller, limit, signal }: Request,
  backend: Pick<RetrievalBackend, 'read'>,
): Promise<{ readonly hits: readonly RankedHit[]; readonly changed: boolean }> {
  const hits: RankedHit[] = [];
  const texts = new Set<string>();
  let changed = false;
  const batch = limit + Math.ceil(limit / 2);
  for (let from = 0; from < fused.length && hits.length < limit; from += batch) {
    const wanted = fused.slice(from, from + batch);
    const read = await backend.read(
      caller,
      wanted.flatMap(({ id }) => byId.get(id) ?? []),
      signal,
    );
    for (const [i, hit] of read.entries()) {
      const rank = wanted[i];
      if (!hit) changed = true;
      else if (rank && hits.length < limit && !texts.has(hit.text)) {
        texts.add(hit.text);
        hits.push({ ...hit, fused: rank });
      }
    }
  }
  return { hits, changed };
}
