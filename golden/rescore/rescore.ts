import { measuresOf } from '../answers/findings.ts';
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

/** Scores an archived run again, from its rankings and judgements, or from its answers. */
export function rescore(run: RunFile): RescoredRun {
  const changes: Rescored[] = [];
  const inversions: Inversion[] = [];
  const note = (set: string, before: readonly Scored[], now: readonly Scored[]) => {
    changes.push(...changesOf(set, before, now));
    inversions.push(...inversionsOf(set, before, now));
  };
  const sets = run.sets.map((set) => {
    const judged = judgedSetOf(set);
    const variants = set.variants.map((variant) => ({ ...variant, metrics: { ...measure(judged, variant.runs[0] ?? [], run.k).metrics } }));
    note(set.name, set.variants, variants);
    return { ...set, variants };
  });
  const answered = run.answered?.map((set) => {
    const variants = set.variants.map((variant) => ({ ...variant, metrics: { ...measuresOf(set, variant).metrics } }));
    note(set.name, set.variants, variants);
    return { ...set, variants };
  });
  return { run: { ...run, sets, ...(answered ? { answered } : {}) }, changes, inversions };
}

interface Scored {
  readonly name: string;
  readonly metrics: Scores;
}

function changesOf(set: string, before: readonly Scored[], now: readonly Scored[]): readonly Rescored[] {
  return now.flatMap(({ name, metrics }, i) =>
    Object.entries(metrics).flatMap(([metric, is]) => {
      const was = before[i]?.metrics[metric];
      return was === undefined || Math.abs(is - was) > ROUNDING ? [{ set, variant: name, metric, was, is }] : [];
    }),
  );
}

function inversionsOf(set: string, before: readonly Scored[], variants: readonly Scored[]): readonly Inversion[] {
  return variants.flatMap((a, i) =>
    variants.slice(i + 1).flatMap((b, after) =>
      Object.keys(a.metrics).flatMap((metric) => {
        const now = order(metric, a.metrics, b.metrics);
        const then = order(metric, before[i]?.metrics ?? {}, before[i + 1 + after]?.metrics ?? {});
        return now * then < 0 ? [{ set, metric, better: now > 0 ? a.name : b.name, before: now > 0 ? b.name : a.name }] : [];
      }),
    ),
  );
}

type Scores = Readonly<Record<string, number>>;

/** Above 0 where `a` is better, below where `b` is; 0 where they are the same or one has no score. */
function order(metric: string, a: Scores, b: Scores): number {
  const difference = (a[metric] ?? Number.NaN) - (b[metric] ?? Number.NaN);
  if (!(Math.abs(difference) > ROUNDING)) return 0;
  return LESS_IS_BETTER.has(metric) ? -difference : difference;
}
