import { LESS_IS_BETTER, type Measures } from '../measures.ts';
import { type Comparison, compare } from '../statistics/compare.ts';
import { holm } from '../statistics/holm.ts';
import { verdict } from '../statistics/verdict.ts';
import type { AnsweredSet, AnsweredVariant, AnswerRun } from './archived.ts';
import { COMPARED, measureAnswers } from './measures.ts';

/** How a variant differs from the first by one metric; p is corrected for every comparison of the run. */
export interface AnswerComparison extends Comparison {
  readonly set: string;
  readonly variant: string;
  readonly first: string;
  readonly metric: string;
}

/** Of the first run of each. */
export const measuresOf = ({ questions }: AnsweredSet, { runs }: Pick<AnsweredVariant, 'runs'>): Measures =>
  measureAnswers(questions, runs[0] ?? []);

/** Every variant against the first one, on every set and by every metric that both have. */
export function compareAnswers(sets: readonly AnsweredSet[]): readonly AnswerComparison[] {
  const raw = sets.flatMap((set) => {
    const [first, ...others] = set.variants.map((variant) => ({ name: variant.name, ...measuresOf(set, variant) }));
    if (!first) return [];
    return COMPARED.flatMap((metric) => {
      const base = first.byQuery[metric];
      if (!base) return [];
      return others.flatMap(({ name, byQuery }) => {
        const values = byQuery[metric];
        // A judge may have told of some questions only.
        const both = new Map(Array.from(base).filter(([id]) => values?.has(id)));
        const paired = values && new Map(Array.from(values).filter(([id]) => both.has(id)));
        if (!paired || paired.size === 0) return [];
        const better = LESS_IS_BETTER.has(metric) ? 'lower' : 'higher';
        const comparison = compare(both, { [name]: paired }, { better })[name];
        return comparison ? [{ ...comparison, set: set.name, variant: name, first: first.name, metric }] : [];
      });
    });
  });
  const adjusted = holm(raw.map(({ p }) => p));
  return raw.map((each, i) => {
    const adjustedP = adjusted[i] ?? 1;
    const gain = LESS_IS_BETTER.has(each.metric) ? -each.difference : each.difference;
    return { ...each, adjustedP, verdict: verdict(gain, adjustedP) };
  });
}

/** In words, how much the runs of a variant disagree; nothing where it was run once. */
export function answersDisagree({ questions }: AnsweredSet, { runs }: Pick<AnsweredVariant, 'runs'>): string | undefined {
  if (runs.length < 2) return undefined;
  const differ = (of: (run: AnswerRun) => string) => {
    const byId = runs.map((run) => new Map(run.map((each) => [each.id, of(each)])));
    return questions.filter(({ id }) => new Set(byId.map((each) => each.get(id))).size > 1).length;
  };
  const spreads = ['key_fact_recall', 'citation_precision', 'groundedness'].flatMap((metric) => {
    const values = runs.flatMap((run) => measureAnswers(questions, run).metrics[metric] ?? []);
    return values.length > 1 ? [`${metric} from ${Math.min(...values).toFixed(4)} to ${Math.max(...values).toFixed(4)}`] : [];
  });
  const outcomes = differ(({ outcome }) => outcome);
  const cited = differ(({ citations }) => citations.map(({ id }) => id).join('\n'));
  return [
    `${runs.length} runs: of ${questions.length}, ${differ(({ answer }) => answer)} answers differ, ${cited} in what they cite, ${outcomes} in whether they answer`,
    ...spreads,
  ].join('; ');
}
