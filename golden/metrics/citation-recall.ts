import type { AnswerMetric } from './answer.ts';

/**
 * Citation recall = required documents that are cited / required documents, each counted once (set recall, trec_eval
 * `set_recall`). Undefined for a question that requires no document.
 */
export const citationRecall: AnswerMetric = ({ citations }, { requiredDocuments }) => {
  const required = [...new Set(requiredDocuments)];
  const cited = required.filter((required) => citations.some(({ documentId }) => documentId === required));
  return required.length === 0 ? undefined : cited.length / required.length;
};
