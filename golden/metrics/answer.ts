/** What a metric sees of an answer. */
export interface Answer {
  readonly text: string;
  /** Whether the question was declined. */
  readonly refused: boolean;
  readonly citations: readonly { readonly id: string; readonly documentId: string }[];
  /** The text taken apart into statements that are each true or false by themselves; absent where nobody did it. */
  readonly claims?: readonly string[];
}

/** What a question's answer should be. */
export interface Expected {
  /** Facts that a full answer states; each a group of wordings of which one is enough. */
  readonly keyFacts: readonly (readonly string[])[];
  /** Statements that must not be in it. */
  readonly forbidden: readonly string[];
  /** Documents that it rests on. */
  readonly requiredDocuments: readonly string[];
  /** The corpus does not say: the right answer is a refusal. */
  readonly unanswerable: boolean;
}

/** A metric of one answer, from 0 to 1, or undefined for a question that it says nothing of. */
export type AnswerMetric = (answer: Answer, expected: Expected) => number | undefined;

interface Question {
  readonly id: string;
  readonly expected: Expected;
}

/**
 * A metric of each answer, by question id; questions that it says nothing of have no value, so that `meanOf` is the mean
 * over the others. Throws RangeError when a question has no answer or its id comes twice: unlike an empty ranking, a
 * missing answer would count as good where few is good, or as a refusal where that is right.
 */
export function answerValuesOf(
  metric: AnswerMetric,
  questions: readonly Question[],
  answers: ReadonlyMap<string, Answer>,
): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  const seen = new Set<string>();
  for (const { id, expected } of questions) {
    const answer = answers.get(id);
    if (!answer) throw new RangeError(`question ${id} has no answer`);
    if (seen.has(id)) throw new RangeError(`two questions have the id ${id}`);
    seen.add(id);
    const value = metric(answer, expected);
    if (value !== undefined) values.set(id, value);
  }
  return values;
}
