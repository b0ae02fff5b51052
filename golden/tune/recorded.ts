import type { Ranked, Ranker } from '../../shared/models/rank/ranker.ts';
import type { Arm, Candidate, Found, Nearness, Query, RetrievalBackend } from '../../shared/retrieval/backend.ts';
import { keyOfScope } from '../../shared/retrieval/scope-key.ts';

type Searched = Pick<RetrievalBackend, 'arms' | 'read' | 'compare'>;

/**
 * A backend that asks another one each question once and answers it from memory ever after: the profiles that a tuner tries
 * differ in what they make of the arms' lists. For an index that does not change meanwhile.
 */
export function recorded({ arms, read, compare }: Searched): Searched {
  const always = new AbortController().signal;
  const reads = memory<Awaited<ReturnType<Searched['read']>>>();
  const comparisons = memory<Nearness>();
  return {
    arms: arms.map((arm): Arm => {
      const searches = memory<Found>();
      const search = (query: Query) => arm.search({ ...query, signal: always });
      return { name: arm.name, search: (query) => searches([keyOfScope(query), query.text, query.limit], () => search(query)) };
    }),
    read: (scope, candidates) => reads([keyOfScope(scope), ...idsOf(candidates)], () => read(scope, candidates, always)),
    ...(compare
      ? {
          compare: (query: Query, candidates: readonly Candidate[]) =>
            comparisons([keyOfScope(query), query.text, ...idsOf(candidates)], () => compare({ ...query, signal: always }, candidates)),
        }
      : {}),
  };
}

/** The same of a ranking model, whose calls cost money. */
export function recordedRanker(ranker: Ranker): Ranker {
  const rankings = memory<readonly Ranked[]>();
  const always = new AbortController().signal;
  return { ...ranker, rank: (query, records) => rankings([query, ...idsOf(records)], () => ranker.rank(query, records, always)) };
}

const idsOf = (candidates: readonly { readonly id: string }[]): readonly string[] => candidates.map(({ id }) => id);

function memory<T>(): (key: readonly unknown[], ask: () => Promise<T>) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (key, ask) => {
    const written = JSON.stringify(key);
    const answer = known.get(written) ?? ask();
    known.set(written, answer);
    return answer;
  };
}
