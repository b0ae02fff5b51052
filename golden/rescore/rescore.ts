import { judgedSetOf, type RunFile } from '../archive.ts';
import { LESS_IS_BETTER, measure } from '../measures.ts';

/** A score that is another one now. */
export interface Rescored {
  readonly set: string;
  readonly variant: string;
  readonly metric: string;
  /** Undefined for a metric that there was not yet. */
  readonly was: number | undefined;
  readonly is: number;
}

/** Two variants that a metric had in another order. */
export interface Inversion {
  readonly set: string;
  readonly metric: string;
  readonly better: string;
  /** Of the two, the one that was better before. */
  readonly before: string;
}

export interface RescoredRun {
  /** The run with its scores as the metrics are now. */
  readonly run: RunFile;
  readonly changes: readonly Rescored[];
  readonly inversions: readonly Inversion[];
}

/** Differences below this are rounding. */
const ROUNDING = 1e-9;

/** Scores an archived run again, from its rankings and judgements. */
export function rescore(run: RunFile): RescoredRun {
  const changes: Rescored[] = [];
  const inversions: Inversion[] = [];
  const sets = run.sets.map((set) => {
    const judged = judgedSetOf(set);
    const variants = set.variants.map((variant) => ({ ...variant, metrics: measure(judged, variant.runs[0] ?? [], run.k).metrics }));
    for (const [i, { name, metrics }] of variants.entries()) {
      for (const [metric, is] of Object.entries(metrics)) {
        const was = set.variants[i]?.metrics[metric];
        if (was === undefined || Math.abs(is - was) > ROUNDING) changes.push({ set: set.name, variant: name, metric, was, is });
      }
    }
    for (const [i, a] of variants.entries()) {
      for (const [j, b] of variants.entries()) {
        if (j <= i) continue;
        for (const metric of Object.keys(a.metrics)) {
          const now = order(metric, a.metrics, b.metrics);
          const then = order(metric, set.variants[i]?.metrics ?? {}, set.variants[j]?.metrics ?? {});
          if (now * then < 0)
            inversions.push({ set: set.name, metric, better: now > 0 ? a.name : b.name, before: now > 0 ? b.name : a.name });
        }
      }
    }
    return { ...set, variants: variants.map((variant) => ({ ...variant, metrics: { ...variant.metrics } })) };
  });
  return { run: { ...run, sets }, changes, inversions };
}

type Scores = Readonly<Record<string, number>>;

/** Above 0 where `a` is better, below where `b` is; 0 where they are the same or one has no score. */
function order(metric: string, a: Scores, b: Scores): number {
  const difference = (a[metric] ?? Number.NaN) - (b[metric] ?? Number.NaN);
  if (!(Math.abs(difference) > ROUNDING)) return 0;
  return LESS_IS_BETTER.has(metric) ? -difference : difference;
}
