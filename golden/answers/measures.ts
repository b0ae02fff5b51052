import type { Measures } from '../measures.ts';
import { type Answer, type AnswerMetric, answerValuesOf } from '../metrics/answer.ts';
import { citationPrecision } from '../metrics/citation-precision.ts';
import { citationRecall } from '../metrics/citation-recall.ts';
import { forbiddenContent } from '../metrics/forbidden-content.ts';
import { keyFactRecall } from '../metrics/key-fact-recall.ts';
import { meanOf, type QueryValues } from '../metrics/mean.ts';
import { correctRefusal, falseRefusal } from '../metrics/refusal.ts';
import { documentOfPassage } from '../metrics/source-hit-rate.ts';
import type { AnsweredQuestion, AnswerRun } from './archived.ts';

/** What variants are compared by, where a set's questions have it. */
export const COMPARED = [
  'key_fact_recall',
  'citation_precision',
  'citation_recall',
  'false_refusal',
  'correct_refusal',
  'groundedness',
] as const;

/**
 * What answers are worth, question by question and in the mean over the questions that a metric says something of. `citation_precision`
 * is by label, a refusal of an answerable question having none; `verbatim` is the share of the citations that say their sentence word for
 * word; `unresolved` the markers of nothing, each time that a model wrote one. Throws RangeError for a question that has no answer.
 */
export function measureAnswers(questions: readonly AnsweredQuestion[], runs: readonly AnswerRun[]): Measures {
  const answers = new Map(runs.map((run) => [run.id, answerOf(run)]));
  const byId = new Map(runs.map((run) => [run.id, run]));
  const values = (metric: AnswerMetric) => answerValuesOf(metric, questions, answers);
  const perQuestion = (value: (run: AnswerRun, question: AnsweredQuestion) => number | undefined): QueryValues =>
    new Map(
      questions.flatMap((question) => {
        const run = byId.get(question.id);
        const is = run && value(run, question);
        return is === undefined ? [] : [[question.id, is] as const];
      }),
    );
  const measured: Record<string, QueryValues> = {
    key_fact_recall: values(keyFactRecall),
    citation_precision: perQuestion((run, { labelled, expected }) =>
      // By label: documents on the subject where none are required by name.
      citationPrecision(answerOf(run), { ...expected, requiredDocuments: labelled }),
    ),
    citation_recall: values(citationRecall),
    verbatim: perQuestion(({ cited }) => (cited.pairs === 0 ? undefined : cited.verbatim / cited.pairs)),
    unresolved: perQuestion(({ faults }) => faults.unresolved),
    forbidden: values(forbiddenContent),
    false_refusal: values(falseRefusal),
    correct_refusal: values(correctRefusal),
    source_hit: perQuestion(sourceHit),
    groundedness: perQuestion(({ groundedness }) => groundedness),
    failed: perQuestion(({ outcome }) => Number(outcome === 'failed')),
    hops: perQuestion(({ hops }) => hops),
    calls: perQuestion(({ usage }) => usage.calls),
    tokens: perQuestion(({ usage }) => usage.inputTokens + usage.outputTokens + usage.thoughtTokens),
    cost_usd: perQuestion(({ usage }) => usage.costUsd),
  };
  const byQuery = Object.fromEntries(Object.entries(measured).filter(([, of]) => of.size > 0));
  return { byQuery, metrics: Object.fromEntries(Object.entries(byQuery).map(([name, of]) => [name, meanOf(of)])) };
}

const answerOf = ({ answer, outcome, citations }: AnswerRun): Answer => ({ text: answer, refused: outcome === 'refused', citations });

/** Whether a passage of a document that answers was given, whatever was made of it. */
function sourceHit({ given }: AnswerRun, { answering }: AnsweredQuestion): number | undefined {
  if (answering.length === 0) return undefined;
  return Number(given.some((id) => answering.includes(id) || answering.includes(documentOfPassage(id))));
}
