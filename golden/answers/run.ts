import { withProgress } from '../../functions/progress.ts';
import { openJudge } from '../../shared/answering/open.ts';
import { type Config, ConfigError } from '../../shared/config.ts';
import { openRanker } from '../../shared/models/rank/open.ts';
import type { RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { profileOf } from '../../shared/retrieval/profiles.ts';
import { hashOf } from '../archive.ts';
import { type AnySet, type RunContext, withIndex } from '../run.ts';
import type { AnsweredSet, AnsweredVariant, AnswerRun } from './archived.ts';
import { type AskOptions, ask } from './ask.ts';
import { measureAnswers } from './measures.ts';
import { type AnswerQuestion, type AnswerSet, answerSetOf, withoutAnswers } from './questions.ts';
import type { AnswerVariant } from './variants.ts';

/** What is to be answered, and by whom. */
export interface AnswerPlan {
  readonly sets: readonly AnySet[];
  readonly variants: readonly AnswerVariant[];
  /** Times that each variant is run. */
  readonly times: number;
  /** Whether the answerable questions are asked a second time without the documents that answer them. */
  readonly without: boolean;
}

/** Answers every question of the sets with every variant, by the configured search, over an index that is kept. Throws what indexing and searching throw. */
export async function runAnswers(plan: AnswerPlan, context: RunContext): Promise<readonly AnsweredSet[]> {
  const answered: AnsweredSet[] = [];
  await withIndex(plan.sets, { ...context, vectors: new Map(), own: {} }, async (ready, backend, config) => {
    const asked = ready.flatMap((set, i) => {
      const source = plan.sets[i];
      const as = source ? [answerSetOf(source, set)] : [];
      return plan.without ? [...as, ...as.map(withoutAnswers)] : as;
    });
    const sets = asked.filter(({ questions }) => questions.length > 0);
    for (const set of sets) answered.push({ name: set.name, data: await dataOf(set, context), questions: questionsOf(set), variants: [] });
    const ranker = await openRanker(config.ranker);
    try {
      const judge = await openJudge(config.generator);
      for (const variant of plan.variants) {
        const options = { backend, ranker, judge, signal: context.signal, config };
        for (const [i, made] of (await answersBy(variant, sets, plan.times, options)).entries()) answered[i]?.variants.push(made);
      }
    } finally {
      await ranker?.close();
    }
  });
  return answered;
}

const dataOf = ({ documents, tenant }: AnswerSet, { signal }: RunContext): Promise<string> => hashOf(documents, tenant, signal);

const questionsOf = ({ questions }: AnswerSet): AnsweredSet['questions'] =>
  questions.map(({ id, query, expected, labelled, answering }) => ({
    id,
    text: query.text,
    expected: {
      keyFacts: expected.keyFacts.map((wordings) => [...wordings]),
      forbidden: [...expected.forbidden],
      requiredDocuments: [...expected.requiredDocuments],
      unanswerable: expected.unanswerable,
    },
    labelled: [...labelled],
    answering: [...answering],
  }));

interface VariantOptions extends Pick<AskOptions, 'ranker' | 'judge' | 'signal'> {
  readonly backend: RetrievalBackend;
  readonly config: Config;
}

/** What a variant makes of each set. */
async function answersBy(
  variant: AnswerVariant,
  sets: readonly AnswerSet[],
  times: number,
  { config, ...options }: VariantOptions,
): Promise<readonly AnsweredVariant[]> {
  const answerer = await variant.open(config);
  if (!answerer) throw new ConfigError('GENERATOR=none: nobody answers');
  const { budget, limits, timeoutMs: turnTimeoutMs } = config.answering;
  const how = { ...options, profile: profileOf(config), timeoutMs: config.searchTimeoutMs, budget, turnTimeoutMs };
  try {
    const made: AnsweredVariant[] = [];
    for (const set of sets) {
      const runs: AnswerRun[][] = [];
      for (let time = 0; time < times; time++) {
        runs.push(
          await askAll(set, variant.name, (question) => ask(question, variant.turn({ answerer, limits }), { ...how, tenant: set.tenant })),
        );
      }
      const { metrics } = measureAnswers(questionsOf(set), runs[0] ?? []);
      made.push({ name: variant.name, model: answerer.model, metrics: { ...metrics }, runs });
    }
    return made;
  } finally {
    await answerer.close();
  }
}

/** One question at a time: times are those of a turn alone. */
const askAll = ({ name, questions }: AnswerSet, variant: string, asking: (question: AnswerQuestion) => Promise<AnswerRun>) =>
  withProgress(`${name}, ${variant}`, async (update) => {
    const runs: AnswerRun[] = [];
    for (const question of questions) {
      runs.push(await asking(question));
      update({ done: runs.length, total: questions.length });
    }
    return runs;
  });
