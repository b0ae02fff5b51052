import type { Ranker } from '../../shared/models/rank/ranker.ts';
import type { Arm, RetrievalBackend } from '../../shared/retrieval/backend.ts';

/** What an answer took besides generating models. */
export interface Work {
  /** Those that were made before, and came from memory, included. */
  searches: number;
  rankings: number;
  embeddings: number;
}

export const noWork = (): Work => ({ searches: 0, rankings: 0, embeddings: 0 });

/** `backend` that counts queries that the embedding model was asked about, and not those whose vector was at hand. */
export const countedBackend = (backend: RetrievalBackend, work: Work): RetrievalBackend => ({
  ...backend,
  arms: backend.arms.map(
    (arm): Arm => ({
      name: arm.name,
      async search(query) {
        const found = await arm.search(query);
        if (found.isEmbeddingCached === false) work.embeddings++;
        return found;
      },
    }),
  ),
});

/** `ranker` that counts what it is asked, also in vain. */
export const countedRanker = (ranker: Ranker, work: Work): Ranker => ({
  model: ranker.model,
  async rank(query, records, signal) {
    work.rankings++;
    return ranker.rank(query, records, signal);
  },
  close: () => ranker.close(),
});
