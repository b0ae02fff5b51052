import type { Measures } from './measures.ts';
import type { EvaluationSet } from './questions/sets.ts';

/** In words, how much of what answers queries of each kind was found: `recall@6 typos 0.50 of 8, slang 0.75 of 4`; undefined where no kinds are told. */
export function byKind({ queries }: Pick<EvaluationSet, 'queries'>, { byQuery }: Measures, metric: string): string | undefined {
  const kinds = new Map<string, number[]>();
  for (const { id, kinds: of = [] } of queries) {
    const value = byQuery[metric]?.get(id);
    if (value !== undefined) for (const kind of of) kinds.set(kind, [...(kinds.get(kind) ?? []), value]);
  }
  if (kinds.size === 0) return undefined;
  const means = Array.from(
    kinds,
    ([kind, values]) => `${kind} ${(values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(2)} of ${values.length}`,
  );
  return `${metric} ${means.join(', ')}`;
}
