import type { Expected } from '../metrics/answer.ts';
import { ANSWERS } from '../questions/golden-sets.ts';
import { documentsOf, type EvaluationSet, type JudgedQuery } from '../questions/sets.ts';
import type { AnySet } from '../run.ts';

/** A question and what its answer should be, as far as the set says. */
export interface AnswerQuestion {
  readonly id: string;
  readonly query: JudgedQuery;
  readonly expected: Expected;
  /** Documents that are on the subject: what a citation may well be of. */
  readonly labelled: readonly string[];
  /** Documents that answer it, or a part of it. */
  readonly answering: readonly string[];
  /** Documents that it is asked without. */
  readonly hidden: readonly string[];
}

export interface AnswerSet extends Pick<EvaluationSet, 'name' | 'tenant' | 'documents'> {
  readonly questions: readonly AnswerQuestion[];
}

/** A set with what is known of its answers: all of that of a golden set, the documents alone of another. */
export function answerSetOf(source: AnySet, ready: EvaluationSet): AnswerSet {
  const golden = 'questions' in source ? new Map(source.questions.map((question) => [question.id, question])) : undefined;
  const questions = ready.queries.map((query): AnswerQuestion => {
    const question = golden?.get(query.id);
    const labels = question
      ? question.labels.map(({ document, grade }) => ({ document, answers: grade >= ANSWERS }))
      : [...query.judged].flatMap(([document, grade]) => (grade > 0 ? [{ document, answers: true }] : []));
    return {
      id: query.id,
      query,
      expected: {
        keyFacts: question?.key_facts ?? [],
        forbidden: question?.forbidden ?? [],
        requiredDocuments: question?.required_documents ?? [],
        unanswerable: question?.unanswerable === true,
      },
      labelled: unique(labels.map(({ document }) => document)),
      answering: unique(labels.flatMap(({ document, answers }) => (answers ? [document] : []))),
      hidden: [],
    };
  });
  return { name: ready.name, tenant: ready.tenant, documents: ready.documents, questions };
}

/** The answerable questions of a set, asked without every document that is on their subject: there is nothing left to answer them from. */
export const withoutAnswers = (set: AnswerSet): AnswerSet => ({
  ...set,
  name: `${set.name} without`,
  questions: set.questions
    .filter(({ expected }) => !expected.unanswerable)
    .map((question) => ({
      ...question,
      expected: { keyFacts: [], forbidden: [], requiredDocuments: [], unanswerable: true },
      labelled: [],
      answering: [],
      hidden: question.labelled,
    })),
});

/** Whether a passage is of a document that a question is asked without. */
export const isHidden = ({ hidden }: AnswerQuestion, passageId: string): boolean =>
  documentsOf([passageId]).some((document) => hidden.includes(document));

const unique = (values: readonly string[]): readonly string[] => [...new Set(values)];
