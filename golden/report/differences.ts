import { isLessBetter, type SetFindings } from './findings.ts';

export interface QueryDifference {
  readonly query: string;
  readonly difference: number;
}

/** By variant, each query's value less that of the first variant, by the set's main metric: where the variant gains most first, then by id. */
export function differencesOf({ metric = '', variants }: SetFindings): ReadonlyMap<string, readonly QueryDifference[]> {
  const [first, ...others] = variants;
  const base = first?.byQuery[metric];
  if (!base) return new Map();
  const sign = isLessBetter(metric) ? -1 : 1;
  return new Map(
    others.map(({ name, byQuery }) => [
      name,
      Array.from(byQuery[metric] ?? [], ([query, value]) => ({ query, difference: value - (base.get(query) ?? 0) })).sort(
        (a, b) => sign * (b.difference - a.difference) || (a.query < b.query ? -1 : 1),
      ),
    ]),
  );
}
