import { ConfigError } from '../../shared/config.ts';
import { mainMetric } from '../measures.ts';
import { ndcgLinear } from '../metrics/ndcg.ts';
import { documentsOf, type EvaluationSet, type JudgedQuery } from '../questions/sets.ts';
import { type SearchOptions, searchFor } from '../run-query.ts';
import { type Comparison, compare } from '../statistics/compare.ts';
import { ALPHA } from '../statistics/verdict.ts';
import type { Variant } from '../variants/variants.ts';
import { foldsOf } from './folds.ts';
import { bestSettings, type Settings, withSettings } from './space.ts';

type SearchWith = Omit<SearchOptions, 'profile' | 'ranker'>;

export interface TuneOptions extends SearchWith {
  /** Values to try, by setting. */
  readonly space: Readonly<Record<string, readonly number[]>>;
  readonly folds: number;
  readonly seed: string;
  readonly onProgress: (done: number) => void;
}

export interface Fold {
  /** What was best on the other folds. */
  readonly settings: Settings;
  readonly train: number;
  /** On this fold's queries, which the settings were not chosen by. */
  readonly held: { readonly before: number; readonly after: number };
}

export interface Tuned {
  readonly metric: string;
  readonly queries: number;
  readonly folds: readonly Fold[];
  /** The tuned against the default on every query, each with the settings of the fold that it was held out of. */
  readonly held: Comparison;
  /** Chosen by all queries. */
  readonly chosen: Settings;
  /** What to use: the chosen ones where the queries that were held out show them to be better, else none, which is the default. */
  readonly settings: Settings;
}

/** A query of one of several sets, and the id that tells it from those of the others. */
interface Asked {
  readonly set: EvaluationSet;
  readonly query: JudgedQuery;
  readonly id: string;
}

/**
 * Searches settings on one part of the queries and reports them on the other, fold by fold. Every set has the same weight,
 * however many queries it has. Throws ConfigError when there are fewer queries with something relevant than folds.
 */
export async function tune(sets: readonly EvaluationSet[], base: Variant, options: TuneOptions): Promise<Tuned> {
  const asked = sets.flatMap((set) =>
    set.queries.filter(({ judged }) => judged.size > 0).map((query): Asked => ({ set, query, id: `${set.name} ${query.id}` })),
  );
  if (asked.length < options.folds) throw new ConfigError(`${options.folds} folds of ${asked.length} queries; name sets with more`);
  const folds = foldsOf(asked, options.folds, options.seed);
  let tried = 0;
  const on = (some: readonly Asked[]) => async (variant: Variant) => {
    options.onProgress(++tried);
    return setMean(some, await valuesOf(some, variant, options));
  };
  const before = new Map<string, number>();
  const after = new Map<string, number>();
  const report: Fold[] = [];
  for (const held of folds) {
    const others = asked.filter((each) => !held.includes(each));
    const { settings, score } = await bestSettings(base, options.space, on(others));
    const [was, is] = [await valuesOf(held, base, options), await valuesOf(held, withSettings(base, settings), options)];
    for (const [id, value] of was) before.set(id, value);
    for (const [id, value] of is) after.set(id, value);
    report.push({ settings, train: score, held: { before: setMean(held, was), after: setMean(held, is) } });
  }
  const { tuned } = compare(before, { tuned: after });
  if (!tuned) throw new Error('a comparison of one variant has one result');
  const { settings: chosen } = await bestSettings(base, options.space, on(asked));
  const isShown = tuned.difference > 0 && tuned.adjustedP <= ALPHA;
  return { metric: mainMetric(options.k), queries: asked.length, folds: report, held: tuned, chosen, settings: isShown ? chosen : {} };
}

/** The tuned settings against the default on sets that they were not chosen by. */
export async function compareOn(
  sets: readonly EvaluationSet[],
  base: Variant,
  settings: Settings,
  options: SearchWith,
): Promise<Comparison | undefined> {
  const asked = sets.flatMap((set) =>
    set.queries.filter(({ judged }) => judged.size > 0).map((query): Asked => ({ set, query, id: `${set.name} ${query.id}` })),
  );
  return compare(await valuesOf(asked, base, options), { tuned: await valuesOf(asked, withSettings(base, settings), options) }).tuned;
}

async function valuesOf(asked: readonly Asked[], { profile, ranker }: Variant, options: SearchWith): Promise<ReadonlyMap<string, number>> {
  const values = new Map<string, number>();
  for (const { set, query, id } of asked) {
    options.signal.throwIfAborted();
    const { hits } = await searchFor(set.tenant, query.groups ?? [], query, options.k, { ...options, profile, ranker });
    values.set(id, ndcgLinear((query.ranking ?? documentsOf)(hits.map((hit) => hit.id)), query.judged, options.k));
  }
  return values;
}

/** The mean over the sets of the mean over their queries. */
function setMean(asked: readonly Asked[], values: ReadonlyMap<string, number>): number {
  const means = [...Map.groupBy(asked, ({ set }) => set.name).values()].map(
    (ofSet) => ofSet.reduce((sum, { id }) => sum + (values.get(id) ?? 0), 0) / ofSet.length,
  );
  return means.reduce((sum, mean) => sum + mean, 0) / means.length;
}
