import type { Answer, Expected } from '../../../golden/metrics/answer.ts';

/** An answer that cites a passage of each document. */
export const answerOf = (text: string, ...documents: readonly string[]): Answer => ({
  text,
  refused: false,
  citations: documents.map((documentId, i) => ({ id: `${documentId}:${i}`, documentId })),
});

export const refusal: Answer = { text: 'The documents do not say.', refused: true, citations: [] };

/** A question that expects nothing but what is given. */
export const expecting = (expected: Partial<Expected> = {}): Expected => ({
  keyFacts: [],
  forbidden: [],
  requiredDocuments: [],
  unanswerable: false,
  ...expected,
});
