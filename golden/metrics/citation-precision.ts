import type { AnswerMetric } from './answer.ts';

/**
 * Citation precision = cited documents that are required / cited documents, each counted once however often it is cited
 * (set precision, trec_eval `set_P`). An answer that cites nothing has 0, as there. Undefined for a question that requires no
 * document. It is by label: whether a passage supports the sentence before it, as in ALCE (Gao et al., EMNLP 2023), is for
 * `groundedness`.
 */
export const citationPrecision: AnswerMetric = ({ citations }, { requiredDocuments }) => {
  if (requiredDocuments.length === 0) return undefined;
  const cited = [...new Set(citations.map(({ documentId }) => documentId))];
  const right = cited.filter((documentId) => requiredDocuments.includes(documentId));
  return cited.length === 0 ? 0 : right.length / cited.length;
};
