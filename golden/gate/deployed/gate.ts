import pMap from 'p-map';
import { ConfigError } from '../../../shared/config.ts';
import { type Judged, mainMetric, measure } from '../../measures.ts';
import { meanOf } from '../../metrics/mean.ts';
import type { Bodies } from '../../questions/bodies.ts';
import { ASKED_ON, type GoldenQuestion } from '../../questions/golden-set.ts';
import type { GoldenSet } from '../../questions/golden-sets.ts';
import type { Baseline } from '../baseline.ts';
import { ask, type Deployment, type SearchReply } from './ask.ts';
import { judgingOf } from './judge.ts';

/** Of the baselines, what a deployment runs: both arms, fused. */
const BASELINE = 'hybrid';
/** A few, for instances that serve others meanwhile. */
const CONCURRENCY = 4;
/** Of the replies: with more of them a part of the search is missing, whatever is found without. */
const DEGRADED = 0.1;

export interface DeployedOptions extends Deployment {
  /** Whose documents must come. */
  readonly tenant: string;
  /** Whether passages are judged by what they say, for an index that cuts in its own way. */
  readonly byText: boolean;
  /** By which a score may be under its baseline: that was made by another encoder. */
  readonly tolerance: number;
  readonly k: number;
  readonly signal: AbortSignal;
}

export interface DeployedRow {
  readonly set: string;
  readonly questions: number;
  readonly scores: readonly { readonly metric: string; readonly is: number; readonly floor: number }[];
  /** Parts of the search that were missing, with the number of replies. */
  readonly degraded: ReadonlyMap<string, number>;
  readonly failed: boolean;
}

/** A golden set without the questions that only somebody of a group can ask. */
export const askable = (set: GoldenSet): GoldenSet => ({
  ...set,
  questions: set.questions.filter(({ groups, labels }) => groups.length === 0 && labels.length > 0),
});

/** Asks a deployed search the questions of a set, all of them askable. Throws what ask does, and ConfigError for a token of another tenant. */
export async function deployedRow(set: GoldenSet, baseline: Baseline, bodies: Bodies, options: DeployedOptions): Promise<DeployedRow> {
  const { k, signal, tolerance } = options;
  const judging = await judgingOf(set, bodies, options.byText, signal);
  const degraded = new Map<string, number>();
  const runs = await pMap(
    set.questions,
    async (question): Promise<Judged> => {
      const { passages, degraded: missing } = await ask(options, requestOf(question, k), signal);
      checkTenant(passages, options);
      for (const part of missing) degraded.set(part, (degraded.get(part) ?? 0) + 1);
      return { id: question.id, ranking: judging.rankingOf(question.id, passages), passages: passages.length, leaks: 0 };
    },
    { concurrency: CONCURRENCY, signal },
  );
  const { metrics } = measure(judging.set, runs, k);
  const scores = [`recall@${k}`, mainMetric(k)].map((metric) => ({
    metric,
    is: metrics[metric] ?? 0,
    floor: Math.max(0, baselineOf(baseline, metric, set) - tolerance),
  }));
  const failed = scores.some(({ is, floor }) => is < floor) || Math.max(0, ...degraded.values()) > DEGRADED * runs.length;
  return { set: set.name, questions: runs.length, scores, degraded, failed };
}

const requestOf = ({ question, filter, as_of: asOf }: GoldenQuestion, k: number): object => ({
  query: question,
  top_k: k,
  as_of: asOf ?? ASKED_ON,
  ...(filter ? { filter } : {}),
});

/** What the same questions scored. */
function baselineOf({ variants }: Baseline, metric: string, { file, questions }: GoldenSet): number {
  const values = variants[BASELINE]?.byQuery[metric] ?? {};
  return meanOf(
    new Map(
      questions.map(({ id }) => {
        const value = values[id];
        if (value === undefined) throw new ConfigError(`${file} ${id} has no baseline of ${metric}: npm run eval:gate -- --update`);
        return [id, value];
      }),
    ),
  );
}

/** The token decides on the tenant: a golden tenant that is not the token's would look like a bad search. */
function checkTenant(passages: SearchReply['passages'], { url, tenant }: DeployedOptions): void {
  const stray = passages.find(({ document_id: id, source }) => !source.uri.endsWith(`/${tenant}/${id}`));
  if (stray) throw new ConfigError(`${url} answers from ${stray.source.uri}, which is not of ${tenant}: the token decides on the tenant.`);
}

/** Lines for people: a row each, and what it comes to. */
export function deployedReport(rows: readonly DeployedRow[], { url, tenant, tolerance }: DeployedOptions): readonly string[] {
  const failed = rows.filter((row) => row.failed).length;
  return [
    ...rows.map(({ set, questions, scores, degraded, failed: isBad }) =>
      [
        `${isBad ? 'FAIL' : 'OK'}`.padEnd(7),
        `${set}, ${questions} questions:`,
        scores.map(({ metric, is, floor }) => `${metric} ${is.toFixed(4)} (at least ${floor.toFixed(4)})`).join(', '),
        ...Array.from(degraded, ([part, replies]) => `; without ${part} ${replies}`),
      ].join(' '),
    ),
    failed === 0
      ? `${url} finds in ${tenant} what it should; floors are the baselines less ${tolerance}.`
      : `${failed} of ${rows.length} failed at ${url}. Does ${tenant} hold golden/corpus, and is all of it indexed?`,
  ];
}
