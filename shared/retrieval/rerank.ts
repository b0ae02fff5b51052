import { Unavailable } from '../errors.ts';
import type { Rankable, Ranker } from '../models/rank/ranker.ts';
import type { Hit } from './backend.ts';
import type { Rerank } from './profiles.ts';

export interface Reranked<H> {
  readonly hits: readonly H[];
  /** By the id of the passage: its place, from 1, and score. Empty when the model was not available. */
  readonly places: ReadonlyMap<string, { readonly rank: number; readonly score: number }>;
  readonly error?: Unavailable;
}

/**
 * The hits as the ranking model orders them, those below the floor left out. Those that it does not see, beyond its depth,
 * follow in the order given, or not at all where there is a floor. When it is not available the order stays.
 */
export async function rerank<H extends Hit>(
  ranker: Ranker,
  query: string,
  hits: readonly H[],
  { depth, floor }: Rerank,
  signal: AbortSignal,
): Promise<Reranked<H>> {
  const head = hits.slice(0, depth);
  if (head.length === 0) return { hits, places: new Map() };
  try {
    const ranking = await ranker.rank(query, head.map(rankable), signal);
    const byId = new Map(head.map((hit) => [hit.id, hit]));
    const kept = ranking.filter(({ score }) => score >= floor);
    return {
      hits: [...kept.flatMap(({ id }) => byId.get(id) ?? []), ...(floor > 0 ? [] : hits.slice(depth))],
      places: new Map(ranking.map(({ id, score }, i) => [id, { rank: i + 1, score }])),
    };
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    return { hits, places: new Map(), error };
  }
}

/** The title carries the identity of the page: what a ranking model is told of it beside the text. */
const rankable = ({ id, source: { title }, section, text }: Hit): Rankable => ({
  id,
  title: section.startsWith(title) ? section : `${title} > ${section}`,
  text,
});
