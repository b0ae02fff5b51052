import type { AnswerMetric } from './answer.ts';
import { says } from './wording.ts';

/**
 * 1 when the answer says anything forbidden (`says`), or else 0; less is better. Its mean is the forbidden-content rate:
 * answers with such content / questions that forbid any, not statements, for one is as bad as two. A refusal is read too,
 * for people read it. Undefined for a question that forbids nothing. A definition of our own.
 */
export const forbiddenContent: AnswerMetric = ({ text }, { forbidden }) =>
  forbidden.length === 0 ? undefined : Number(forbidden.some((wording) => says(text, wording)));
