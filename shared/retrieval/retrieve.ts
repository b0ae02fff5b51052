import { Unavailable } from '../errors.ts';
import type { Ranker } from '../models/rank/ranker.ts';
import { type Answer, ask, depthOf, isAllFound, MOST_ROUNDS, type Timed } from './ask.ts';
import type { RetrievalBackend, Scope } from './backend.ts';
import { createPool, type RankedHit } from './pool.ts';
import type { Profile } from './profiles.ts';
import { candidatesOf, fuseAnswers } from './rankings.ts';
import { rerank } from './rerank.ts';

export interface RetrieveOptions {
  readonly backend: Pick<RetrievalBackend, 'arms' | 'read' | 'compare'>;
  readonly profile: Profile;
  readonly ranker?: Ranker | undefined;
  /** For the whole of it, in milliseconds. */
  readonly timeoutMs: number;
  /** Told of each arm or stage that was left out, with the reason. */
  readonly onDegraded?: (stage: string, error: Unavailable) => void;
}

export interface Request extends Scope {
  readonly text: string;
  readonly limit: number;
  readonly explain?: boolean;
  readonly version?: string;
  readonly signal: AbortSignal;
}

export interface Retrieval {
  /** Best first, at most `limit`, no text twice. */
  readonly hits: readonly RankedHit[];
  /** The arms and stages that could not answer. */
  readonly degraded: readonly string[];
  /** How each arm that was asked went about it. */
  readonly answers: readonly Answer[];
  readonly timingsMs: Readonly<Record<string, number>>;
}

/**
 * Asks every arm at once, fuses their ranks, reads the passages in one instant and has them reranked. An arm or stage that
 * is Unavailable is left out and named. Throws Unavailable when no arm is left (TIMEOUT when time is up), and whatever else
 * an arm throws. Which passage comes first does not depend on how many are asked for.
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
  const { backend, profile, ranker } = options;
  const { timingsMs, timed } = createTimer();
  const left: Record<string, Unavailable> = {};
  const pool = createPool(request, backend);
  const search = async (round: number, stages: Profile, wanted: number, before: readonly Answer[]) => {
    const answers = await ask(backend.arms, request, (arm) => depthOf(profile, arm, round, wanted), before, timed);
    for (const { arm, error, found } of answers) {
      const lack = error ?? found.incomplete;
      if (lack) left[arm] = lack;
    }
    const list = await fuseAnswers(answers, { ...request, limit: wanted }, stages, backend, timed);
    Object.assign(left, list.left);
    await timed('read', pool.fill(list, candidatesOf(answers), wanted));
    return answers;
  };

  // The ranking model sees the same passages, however many of them are wanted.
  const judged = ranker ? profile.rerank.depth : 0;
  let answers = await search(0, profile, Math.max(request.limit, judged), []);
  const seen = pool.fresh.length;
  // Further down, lists are only long: the first stage and diversity have had their say.
  const { sweep, mmr, ...fusion } = profile;
  for (let round = 1; round <= MOST_ROUNDS && pool.fresh.length < request.limit; round++) {
    if (isAllFound(backend.arms, profile, answers)) break;
    answers = await search(round, fusion, request.limit, answers);
  }

  const found = [...pool.fresh, ...pool.spare];
  const depth = Math.min(judged, seen);
  const reranked = ranker
    ? await timed('rerank', rerank(ranker, request.text, found, { ...profile.rerank, depth }, request.signal))
    : undefined;
  request.signal.throwIfAborted();
  if (reranked?.error) left.rerank = reranked.error;
  for (const [stage, error] of Object.entries(left)) options.onDegraded?.(stage, error);
  const hits = (reranked?.hits ?? found).slice(0, request.limit).map((hit): RankedHit => {
    const place = reranked?.places.get(hit.id);
    return place ? { ...hit, rerank: place } : hit;
  });
  return { hits, degraded: Object.keys(left), answers, timingsMs, changed: pool.hasChanged() };
}

/** Adds up the time of each stage, in milliseconds. */
function createTimer(): { readonly timingsMs: Readonly<Record<string, number>>; readonly timed: Timed } {
  const timingsMs: Record<string, number> = {};
  return {
    timingsMs,
    async timed(stage, work) {
      const start = performance.now();
      try {
        return await work;
      } finally {
        timingsMs[stage] = (timingsMs[stage] ?? 0) + performance.now() - start;
      }
    },
  };
}
