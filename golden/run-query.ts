import { makeCaller } from '../shared/caller.ts';
import type { Ranker } from '../shared/models/rank/ranker.ts';
import type { Hit, RetrievalBackend } from '../shared/retrieval/backend.ts';
import { EVERYTHING } from '../shared/retrieval/filter.ts';
import type { Profile } from '../shared/retrieval/profiles.ts';
import { type Retrieval, retrieve } from '../shared/retrieval/retrieve.ts';
import { documentsOf, type EvaluationSet, type JudgedQuery } from './questions/sets.ts';

/** The deepest place that a metric looks at. */
export const DEEP = 100;
/** Where stages are compared: what a reader, or a ranking model, could still be given. */
export const STAGE_DEPTH = 40;
/** Passages read for a list of DEEP documents: a long document may hold several places. */
const PASSAGES = 3 * DEEP;
/** Of what came, for whoever looks at a lost query. */
const SHOWN = 3;

/** How a query went: rankings as its set judges them. */
export interface QueryRun {
  readonly id: string;
  /** Of a search for k passages, as the product runs it. */
  readonly ms: number;
  /** Passages that it brought, of k. */
  readonly passages: number;
  /** Best first, DEEP at most. */
  readonly ranking: readonly string[];
  /** In the order of the search, STAGE_DEPTH places each; arms are called by their name. */
  readonly stages: readonly { readonly stage: string; readonly ranking: readonly string[] }[];
  /** The first passages: their sections, not what they say. */
  readonly first: readonly { readonly id: string; readonly section: string }[];
  /** Passages judged relevant that somebody got who must get none. */
  readonly leaks: number;
}

export interface SearchOptions {
  readonly backend: Pick<RetrievalBackend, 'arms' | 'read' | 'compare'>;
  readonly profile: Profile;
  readonly ranker?: Ranker | undefined;
  readonly k: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Runs a query of a set. An arm or stage that fails is an error here: a degraded run measures something else. */
export async function runQuery({ tenant }: Pick<EvaluationSet, 'tenant'>, query: JudgedQuery, options: SearchOptions): Promise<QueryRun> {
  const ranked = query.ranking ?? documentsOf;
  const search = (limit: number, groups = query.groups ?? []) => searchFor(tenant, groups, query, limit, options);
  const start = performance.now();
  const asked = await search(options.k);
  const ms = performance.now() - start;
  const deep = await search(query.ranking ? DEEP : PASSAGES);
  let leaks = 0;
  for (const groups of query.denied ?? [])
    leaks += ranked(idsOf((await search(DEEP, groups)).hits)).filter((id) => query.judged.has(id)).length;
  return {
    id: query.id,
    ms,
    passages: asked.hits.length,
    ranking: ranked(idsOf(deep.hits)).slice(0, DEEP),
    stages: stagesOf(asked, deep, options).map(({ stage, ids }) => ({ stage, ranking: ranked(ids).slice(0, STAGE_DEPTH) })),
    first: deep.hits.slice(0, SHOWN).map(({ id, section }) => ({ id, section })),
    leaks,
  };
}

/** Arms as they answered for a list of k; the later stages by the places that they gave. */
function stagesOf(
  asked: Retrieval,
  deep: Retrieval,
  { profile, ranker }: SearchOptions,
): readonly { readonly stage: string; readonly ids: readonly string[] }[] {
  const placed = (place: (hit: Retrieval['hits'][number]) => number | undefined) =>
    deep.hits
      .flatMap((hit) => ({ id: hit.id, place: place(hit) ?? Number.POSITIVE_INFINITY }))
      .sort((a, b) => a.place - b.place)
      .map(({ id }) => id);
  return [
    ...asked.answers.map(({ arm, found }) => ({ stage: arm, ids: found.candidates.map(({ id }) => id) })),
    { stage: 'fusion', ids: placed(({ fused }) => -fused.score) },
    ...(profile.mmr ? [{ stage: 'mmr', ids: placed(({ mmr }) => mmr) }] : []),
    ...(ranker ? [{ stage: 'rerank', ids: placed(({ rerank }) => rerank?.rank) }] : []),
    { stage: 'list', ids: idsOf(deep.hits) },
  ];
}

const idsOf = (hits: readonly Pick<Hit, 'id'>[]): readonly string[] => hits.map(({ id }) => id);

/** One search of a set's tenant for a query, by somebody of these groups. An arm or stage that fails is an error. */
export const searchFor = (
  tenant: string,
  groups: readonly string[],
  query: JudgedQuery,
  limit: number,
  options: SearchOptions,
): Promise<Retrieval> =>
  retrieve(
    {
      caller: makeCaller(tenant, groups, 'evaluation'),
      filter: query.filter ?? EVERYTHING,
      day: query.day ?? new Date().toISOString().slice(0, 10),
      text: query.text,
      limit,
      signal: options.signal,
    },
    {
      ...options,
      onDegraded: (_, error) => {
        throw error;
      },
    },
  );
