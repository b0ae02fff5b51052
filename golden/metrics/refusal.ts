import type { AnswerMetric } from './answer.ts';

/**
 * 1 when a question that the corpus answers was declined, or else 0; less is better. Its mean is the false refusal rate.
 * Undefined for a question that can't be answered. Apart from `correctRefusal`, for one number of both hides a system that
 * declines everything.
 */
export const falseRefusal: AnswerMetric = ({ refused }, { unanswerable }) => (unanswerable ? undefined : Number(refused));

/**
 * 1 when a question that the corpus can't answer was declined, or else 0; more is better. Its mean is the correct refusal
 * rate. Undefined for a question that can be answered. (The abstention recall of Kirichenko et al., "AbstentionBench", 2025.)
 */
export const correctRefusal: AnswerMetric = ({ refused }, { unanswerable }) => (unanswerable ? Number(refused) : undefined);
