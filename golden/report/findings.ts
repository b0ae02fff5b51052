import { type ArchivedSet, judgedSetOf, type RunFile } from '../archive.ts';
import { askedBy } from '../asked.ts';
import { type Diagnosis, diagnose } from '../diagnosis.ts';
import { resultOf, type VariantResult } from '../evaluate.ts';
import { LESS_IS_BETTER, mainMetric } from '../measures.ts';
import { disagreement } from '../repeats.ts';
import { DEEP } from '../run-query.ts';
import { type Comparison, compare } from '../statistics/compare.ts';
import { holm } from '../statistics/holm.ts';
import { ALPHA, verdict } from '../statistics/verdict.ts';
import { recallCurve } from './curves.ts';

/** What a run says of a variant on a set; of its first run, where there are several. */
export interface VariantFindings extends VariantResult {
  readonly name: string;
  readonly diagnosis: Diagnosis;
  /** Recall@1 … recall@DEEP; empty where nothing is judged. */
  readonly curve: readonly number[];
  /** How it differs from the first, by the set's main metric; p is corrected for every comparison of the report. */
  readonly comparison?: Comparison;
  /** Which way a difference from the first is shown; undefined where none is. */
  readonly shown?: 'better' | 'worse';
  /** How far its runs disagree, where there are several. */
  readonly repeats?: string;
}

export interface SetFindings {
  readonly name: string;
  /** The hash of its documents. */
  readonly data: string;
  readonly k: number;
  readonly queries: ArchivedSet['queries'];
  /** Places to find, over all queries. */
  readonly wanted: number;
  /** What variants are compared by; undefined for a set without a query. */
  readonly metric?: string;
  readonly variants: readonly VariantFindings[];
}

export interface Findings {
  readonly run: RunFile;
  readonly sets: readonly SetFindings[];
  /** Comparisons that each p is corrected for. */
  readonly comparisons: number;
}

/** Everything that the report says of a run, in numbers. */
export function findingsOf(run: RunFile): Findings {
  const sets = run.sets.map((set) => setFindings(set, run.k));
  const compared = sets.map(({ metric, variants }) => (metric ? comparisonsOf(metric, variants) : {}));
  const raw = compared.flatMap((comparisons, set) => Object.entries(comparisons).map(([variant, { p }]) => ({ set, variant, p })));
  const adjusted = holm(raw.map(({ p }) => p));
  const adjustedOf = (set: number, variant: string) => adjusted[raw.findIndex((each) => each.set === set && each.variant === variant)] ?? 1;
  return {
    run,
    comparisons: raw.length,
    sets: sets.map((set, i) => ({
      ...set,
      variants: set.variants.map((variant) => {
        const comparison = compared[i]?.[variant.name];
        if (!comparison || !set.metric) return variant;
        return { ...variant, ...corrected(comparison, adjustedOf(i, variant.name), set.metric) };
      }),
    })),
  };
}

function setFindings(archived: ArchivedSet, k: number): SetFindings {
  const set = judgedSetOf(archived);
  const asked = set.queries.map((query) => askedBy(query, archived.answers));
  const strict = asked.map(({ id, wanted }) => ({ id, judged: wanted }));
  const variants = archived.variants.map(({ name, runs }): VariantFindings => {
    const [first = []] = runs;
    const rankings = new Map(first.map(({ id, ranking }) => [id, ranking]));
    return {
      name,
      ...resultOf(set, first, k),
      diagnosis: diagnose(set, first, k),
      curve: recallCurve(strict, new Map(asked.map(({ id, ranking }) => [id, ranking(rankings.get(id) ?? [])])), DEEP),
      ...(runs.length > 1 ? { repeats: disagreement(set, runs, k) } : {}),
    };
  });
  const metric = [mainMetric(k), 'answered'].find((name) => variants[0]?.byQuery[name]);
  const { name, data, queries } = archived;
  const wanted = strict.reduce((sum, { judged }) => sum + judged.size, 0);
  return { name, data, k, queries, wanted, variants, ...(metric ? { metric } : {}) };
}

function comparisonsOf(metric: string, variants: readonly VariantFindings[]): Readonly<Record<string, Comparison>> {
  const [base, ...others] = variants.flatMap(({ name, byQuery }) => {
    const values = byQuery[metric];
    return values ? [[name, values] as const] : [];
  });
  return base ? compare(base[1], Object.fromEntries(others), { better: isLessBetter(metric) ? 'lower' : 'higher' }) : {};
}

export const isLessBetter = (metric: string): boolean => LESS_IS_BETTER.has(metric);

function corrected(comparison: Comparison, adjustedP: number, metric: string): Pick<VariantFindings, 'comparison' | 'shown'> {
  const gain = isLessBetter(metric) ? -comparison.difference : comparison.difference;
  const shows = gain !== 0 && adjustedP <= ALPHA;
  return {
    comparison: { ...comparison, adjustedP, verdict: verdict(gain, adjustedP) },
    ...(shows ? { shown: gain > 0 ? 'better' : 'worse' } : {}),
  };
}
