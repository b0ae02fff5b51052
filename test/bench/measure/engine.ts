import type { Corpus } from '../corpus/open.ts';
import { SLICE_NAMES, type TenantName } from '../corpus/plan.ts';
import type { Engine } from '../engine.ts';
import { type Asked, K, type Method, type Scope } from '../method.ts';
import { type Answered, measureLatency } from './latency.ts';
import { mean, type Quality, qualityOf, recallAgainst } from './quality.ts';
import { measureThroughput, type Throughput } from './throughput.ts';

/** One line of the report. */
export interface Measured {
  readonly engine: Engine['name'];
  readonly scope: Scope;
  readonly method: string;
  readonly group: Method['group'];
  readonly against: Method['against'];
  /** Of a single client, in milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly throughput: readonly Throughput[];
  /** Questions that it answered in its time. */
  readonly answered: number;
  /** Passages returned of the K that were asked for, on average. */
  readonly returned: number;
  readonly quality: Quality;
  /** Of the exact K nearest: only of methods that answer by vectors alone. */
  readonly denseRecall?: { readonly mean: number; readonly worstTenth: number };
}

export interface Effort {
  /** Questions of a single client; the rest of the corpus's are asked before, to warm up. */
  readonly questions: number;
  /** Of each number of clients. */
  readonly seconds: number;
  readonly clients: readonly number[];
  /** Whether to measure within slices too. */
  readonly slices: boolean;
}

/** Within a slice everybody gets a third of the questions, for there are three slices. */
const SLICE_SHARE = 1 / 3;

/** Measures every method in each tenant, and in its slices those that can be narrowed, if ours can. */
export async function measureTenant(
  engine: Engine,
  corpus: Corpus,
  tenant: TenantName,
  methods: readonly Method[],
  effort: Effort,
): Promise<readonly Measured[]> {
  const questions = corpus.questions.slice(0, effort.questions);
  const relevant = corpus.relevant(tenant);
  const others = corpus.questions.slice(effort.questions);
  const whole = await measureScope(engine, { tenant }, methods, questions, others, relevant, effort);
  const narrowed: Measured[] = [];
  const able = methods.filter(({ filters }) => filters);
  if (effort.slices && able.some(({ group, name }) => group === 'ours' && name === 'hybrid')) {
    for (const slice of SLICE_NAMES) {
      const fewer = questions.slice(0, Math.ceil(questions.length * SLICE_SHARE));
      narrowed.push(...(await measureScope(engine, { tenant, slice }, able, fewer, others, undefined, { ...effort, clients: [] })));
    }
  }
  return [...whole, ...narrowed];
}

async function measureScope(
  engine: Engine,
  scope: Scope,
  methods: readonly Method[],
  questions: readonly Asked[],
  others: readonly Asked[],
  relevant: readonly ReadonlySet<string>[] | undefined,
  { clients, seconds }: Effort,
): Promise<readonly Measured[]> {
  const answered = await measureLatency(methods, scope, questions, others);
  const exact = answered.find(({ method }) => method.name === 'dense, exact')?.answers;
  const lines: Measured[] = [];
  for (const one of answered) {
    const throughput: Throughput[] = [];
    for (const count of clients) throughput.push(await measureThroughput(one.method, scope, questions, count, seconds));
    lines.push(lineOf(engine, one, throughput, relevant, exact));
  }
  return lines;
}

const lineOf = (
  engine: Engine,
  { method, scope, p50, p95, answers }: Answered,
  throughput: Measured['throughput'],
  relevant: readonly ReadonlySet<string>[] | undefined,
  exact: Answered['answers'] | undefined,
): Measured => ({
  engine: engine.name,
  scope,
  method: method.name,
  group: method.group,
  against: method.against,
  p50,
  p95,
  throughput,
  answered: answers.length,
  returned: mean(answers.map(({ length }) => Math.min(length, K))),
  quality: qualityOf(answers, relevant ?? []),
  ...(method.dense && exact ? { denseRecall: recallAgainst(answers, exact) } : {}),
});
