import { ndcgLinear } from '../../../golden/metrics/ndcg.ts';
import { recall } from '../../../golden/metrics/recall.ts';
import { K } from '../method.ts';

export interface Quality {
  readonly ndcgAt10: number;
  readonly recallAtK: number;
  /** Questions that anything in the tenant is relevant to. */
  readonly questions: number;
}

/** How good answers are by the passages that chunks are variations of; a stand-in for judgements, and of use only between methods. */
export function qualityOf(answers: readonly (readonly string[])[], relevant: readonly ReadonlySet<string>[]): Quality {
  const judged = answers.flatMap((ranking, i) => {
    const ids = relevant[i];
    return ids && ids.size > 0 ? [{ ranking, judgements: new Map(Array.from(ids, (id) => [id, 1])) }] : [];
  });
  return {
    ndcgAt10: mean(judged.map(({ ranking, judgements }) => ndcgLinear(ranking, judgements, 10))),
    recallAtK: mean(judged.map(({ ranking, judgements }) => recall(ranking, judgements, K))),
    questions: judged.length,
  };
}

/** Of the exact nearest, the share that was found: over the questions that both answered, and over the tenth of them where it is least. */
export function recallAgainst(
  answers: readonly (readonly string[])[],
  exact: readonly (readonly string[])[],
): { readonly mean: number; readonly worstTenth: number } {
  const shares = answers.slice(0, exact.length).map((found, i) => {
    const wanted = exact[i] ?? [];
    const there = new Set(found);
    return wanted.length === 0 ? 1 : wanted.filter((id) => there.has(id)).length / wanted.length;
  });
  const worst = shares.toSorted((a, b) => a - b).slice(0, Math.max(1, Math.floor(shares.length / 10)));
  return { mean: mean(shares), worstTenth: mean(worst) };
}

/** 0 of none. */
export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
