import { askedBy } from './asked.ts';
import type { EvaluationSet } from './questions/sets.ts';
import type { QueryRun } from './run-query.ts';

/** Something that answers a query and is not in its list, and the stage that lost it. */
export interface Loss {
  readonly query: string;
  /** What was not found, as the set judges it. */
  readonly missing: string;
  /** The first stage that did not have it. */
  readonly stage: string;
  /** Its place in the whole list, from 1, where it has one below k. */
  readonly rank?: number;
  readonly cameInstead: QueryRun['first'];
}

export interface Diagnosis {
  /** Of what answers the queries, the share that each stage had among its first STAGE_DEPTH; in the order of the search. */
  readonly recall: readonly { readonly stage: string; readonly recall: number }[];
  readonly losses: readonly Loss[];
}

/** Every arm together, which is all that the later stages can choose from. */
export const ARMS = 'arms';
/** The stages that choose; those before them are arms. */
const CHOOSING: ReadonlySet<string> = new Set(['fusion', 'mmr', 'rerank', 'list']);
export const isChoosing = (stage: string): boolean => CHOOSING.has(stage);

/** Where queries lost what answers them: for each miss among the first k, the first stage that did not have it. */
export function diagnose(
  { queries, answers = 1 }: Pick<EvaluationSet, 'queries' | 'answers'>,
  runs: readonly QueryRun[],
  k: number,
): Diagnosis {
  const byId = new Map(runs.map((run) => [run.id, run]));
  const kept = new Map<string, number>();
  const losses: Loss[] = [];
  let wanted = 0;
  for (const query of queries) {
    const { id, wanted: parts, ranking: ranked } = askedBy(query, answers);
    const run = byId.get(id);
    if (!run) continue;
    const stages = withUnion(run).map(({ stage, ranking }) => ({ stage, ranking: ranked(ranking) }));
    const list = ranked(run.ranking);
    for (const missing of parts.keys()) {
      wanted++;
      for (const { stage, ranking } of stages) kept.set(stage, (kept.get(stage) ?? 0) + (ranking.includes(missing) ? 1 : 0));
      if (list.slice(0, k).includes(missing)) continue;
      const place = list.indexOf(missing);
      const lost = stages.find(({ stage, ranking }) => (stage === ARMS || isChoosing(stage)) && !ranking.includes(missing));
      losses.push({ query: id, missing, stage: lost?.stage ?? 'list', ...(place >= 0 ? { rank: place + 1 } : {}), cameInstead: run.first });
    }
  }
  return { recall: Array.from(kept, ([stage, count]) => ({ stage, recall: wanted === 0 ? 0 : count / wanted })), losses };
}

function withUnion({ stages }: QueryRun): QueryRun['stages'] {
  const arms = stages.filter(({ stage }) => !isChoosing(stage));
  return [
    ...arms,
    { stage: ARMS, ranking: [...new Set(arms.flatMap(({ ranking }) => ranking))] },
    ...stages.filter(({ stage }) => isChoosing(stage)),
  ];
}

/** In words: which stage lost how many. What no arm had was lost by how the text was cut, embedded or written. */
export function lossesInWords({ losses }: Diagnosis): string {
  if (losses.length === 0) return 'nothing lost';
  return [...Map.groupBy(losses, ({ stage }) => stage)].map(([stage, of]) => `${loserInWords(stage)} lost ${of.length}`).join(', ');
}

const LOSERS: Readonly<Record<string, string>> = { [ARMS]: 'chunking, embedding or words', list: 'the end of the list' };

/** A stage as that which lost something. */
export const loserInWords = (stage: string): string => LOSERS[stage] ?? stage;
