import type { Findings, SetFindings, VariantFindings } from './findings.ts';
import { count, listed } from './words.ts';

export interface Alarms {
  /** Passages that somebody got who must not get them. */
  readonly leaks: readonly string[];
  /** Questions that nothing answers and that got passages all the same. */
  readonly answered: readonly string[];
  /** What was guarded and held, or answered as it should be. */
  readonly well: readonly string[];
}

/** What must stand out whatever the scores are. */
export function alarmsOf({ sets }: Findings): Alarms {
  const sum = ({ byQuery }: VariantFindings, metric: string) =>
    [...(byQuery[metric]?.values() ?? [])].reduce((total, value) => total + value, 0);
  const having = (set: SetFindings, metric: string) =>
    set.variants.flatMap((variant) => (sum(variant, metric) > 0 ? [{ name: variant.name, total: sum(variant, metric) }] : []));
  const measured = (metric: string) => sets.filter(({ variants: [first] }) => first?.byQuery[metric]);
  return {
    leaks: measured('leaks').flatMap((set) => {
      const leaking = having(set, 'leaks');
      if (leaking.length === 0) return [];
      return [
        `${set.name}: ${listed(leaking.map(({ name, total }) => `${name} gave ${count(total, 'passage')}`))} to somebody who must not get them.`,
      ];
    }),
    answered: measured('answered').flatMap((set) => {
      const answering = having(set, 'answered');
      if (answering.length === 0) return [];
      const of = set.variants[0]?.byQuery.answered?.size ?? 0;
      const given = listed(answering.map(({ name, total }, i) => `${name}${i === 0 ? ' gave passages' : ''} for ${total}`));
      return [`${set.name}: of ${count(of, 'question')} that no document answers, ${given}.`];
    }),
    well: [
      ...measured('leaks').flatMap((set) => (having(set, 'leaks').length === 0 ? [`${set.name}: nobody got what is not for them.`] : [])),
      ...measured('answered').flatMap((set) =>
        having(set, 'answered').length === 0 ? [`${set.name}: no passage was given where nothing answers.`] : [],
      ),
    ],
  };
}
