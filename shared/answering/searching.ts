import { Unavailable } from '../errors.ts';
import type { Hit } from '../retrieval/backend.ts';
import { digestOf } from './digest.ts';
import { evidenceOf } from './evidence.ts';
import { type Guarded, guardedJudgement, guardedRoute, type Route } from './guards.ts';
import { cleaned } from './poison.ts';
import type { Asked, Decision, Part, View } from './roles.ts';
import { type State, told } from './turn-state.ts';

/** Rounds of searching. */
export const HOP_CAP = 3;

/** What was found for a part. */
export interface Found {
  readonly part: Part;
  /** Of each search. */
  searches: (readonly Hit[])[];
  readonly queries: string[];
  /** Why it could not be searched for. */
  failure?: Unavailable;
}

/** What happens first, before anything was searched for. */
export const route = (asked: Asked, state: State, signal: AbortSignal): Promise<Route> =>
  decide({ ...asked, hop: state.hops, digest: [], searched: [] }, guardedRoute, state, signal);

/** What happens with what was found for a part. */
function judge(asked: Asked, { part, searches, queries }: Found, state: State, signal: AbortSignal): Promise<Decision> {
  const digest = digestOf(evidenceOf(searches, state.options.limits).map((hit) => cleaned(hit).passage));
  return decide({ ...asked, question: part.question, hop: state.hops, digest, searched: queries }, guardedJudgement, state, signal);
}

/** What the controller says, as far as the guards allow. */
async function decide<D extends Decision>(
  view: View,
  guarded: (said: Decision | undefined, view: View) => Guarded<D>,
  state: State,
  signal: AbortSignal,
): Promise<D> {
  const { answerer, onStage } = state.options;
  const said = await told('control', answerer.control(view, signal), state, signal);
  const { decision, guard } = guarded(said, view);
  if (guard) state.guards.push(guard);
  onStage?.({ stage: 'control', hop: state.hops, action: decision.action });
  return decision;
}

/** A part and what its first searches find. */
export async function searched(part: Part, state: State, signal: AbortSignal): Promise<Found> {
  const found: Found = { part, searches: [], queries: [] };
  await searchMore(found, part.queries, state, signal);
  return found;
}

async function searchMore(found: Found, queries: readonly string[], state: State, signal: AbortSignal): Promise<void> {
  const { search, limits, onStage } = state.options;
  const results = await Promise.all(
    queries.map((query) =>
      search(query, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        if (error instanceof Unavailable) return error;
        throw error;
      }),
    ),
  );
  found.queries.push(...queries);
  for (const result of results) {
    if (result instanceof Unavailable) found.failure = result;
    else {
      found.searches.push(result.hits);
      for (const stage of result.degraded) state.degraded.add(stage);
    }
  }
  if (found.searches.length > 0 && found.failure) {
    state.degraded.add('search');
    delete found.failure;
  }
  if (!onStage) return;
  const passages = evidenceOf(found.searches, limits).map(({ id }) => id);
  onStage({ stage: 'search', hop: state.hops, queries: queries.length, passages });
}

/** Judges what was found, and searches on for what is missing. */
export async function searchOn(asked: Asked, found: Found, state: State, signal: AbortSignal): Promise<void> {
  while (state.hops < HOP_CAP && !state.isSpent()) {
    const decision = await judge(asked, found, state, signal);
    if (decision.action === 'refuse') {
      state.gaveUp = found.searches.some((hits) => hits.length > 0);
      found.searches = [];
    }
    if (decision.action !== 'retrieve') return;
    state.hops++;
    await searchMore(found, decision.queries, state, signal);
  }
}
