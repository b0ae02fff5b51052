import { firstOf, isRelevant, type Metric } from './judgements.ts';

/** The document of a passage id, `PATH:ORDINAL`. An id without an ordinal is a document's own. */
export const documentOfPassage = (id: string): string => id.replace(/:\d+$/, '');

/**
 * 1 when the first k hold a passage, relevant or not, of a document with a relevant passage, or else 0: whether the right
 * document was found, be it at the wrong place. It is trec_eval's `success_k` over documents, each standing wherever one of
 * its passages does; k counts passages. Judgements may be of passages or of documents: `documentOf` is asked of both.
 */
export const sourceHitRateBy =
  (documentOf: (id: string) => string): Metric =>
  (ranking, judged, k) => {
    const relevant = new Set([...judged.keys()].filter((id) => isRelevant(judged, id)).map(documentOf));
    return firstOf(ranking, k).some((id) => relevant.has(documentOf(id))) ? 1 : 0;
  };

/** `sourceHitRateBy` for the passage ids of the product. */
export const sourceHitRate: Metric = sourceHitRateBy(documentOfPassage);
