import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../functions/command.ts';
import { ConfigError } from '../shared/config.ts';
import { openRanker } from '../shared/models/rank/open.ts';
import type { Ranker } from '../shared/models/rank/ranker.ts';
import { profileOf } from '../shared/retrieval/profiles.ts';
import { goldenSetOf, goldenSetsIn } from './questions/golden-sets.ts';
import { type EvaluationSet, inTenant, readBeirSet, readDocuments } from './questions/sets.ts';
import { withTitleQuestions } from './questions/title-questions.ts';
import type { AnySet, Plan } from './run.ts';
import { readVariants } from './variants/file.ts';
import { sweepOf } from './variants/sweep.ts';
import { isReranked, isVariant, type VariantName, variantNames, variantOf } from './variants/variants.ts';

/** Settings of an evaluation that the environment may have otherwise. */
export const EVALUATION = { GROUNDWIRE_DATA: '.groundwire/eval', LOG_LEVEL: 'WARNING' };

export const OPTIONS = {
  set: { type: 'string', multiple: true, default: [] as string[] },
  variants: { type: 'string', default: 'lexical,dense,hybrid' },
  'variant-file': { type: 'string' },
  sweep: { type: 'string', multiple: true, default: [] as string[] },
  questions: { type: 'string' },
  every: { type: 'string', default: '1' },
  k: { type: 'string' },
  runs: { type: 'string', default: '1' },
  together: { type: 'boolean', default: false },
  json: { type: 'string' },
  html: { type: 'string' },
  archive: { type: 'string', default: '.groundwire/runs' },
} as const;

export interface Values {
  readonly set: readonly string[];
  readonly variants: string;
  readonly 'variant-file'?: string | undefined;
  readonly sweep: readonly string[];
  readonly questions?: string | undefined;
  readonly every: string;
  readonly k?: string | undefined;
  readonly runs: string;
  readonly together: boolean;
}

const GOLDEN_SETS = 'golden/sets';
/** Passages that an agent reads, and documents that a search of documents is measured by. */
const K = { golden: 6, documents: 10 };

/** Gives `use` what the options ask for, with a ranking model where a variant needs one, which is closed however that ends. Throws what planOf throws. */
export async function withPlan<T>(values: Values, context: Context, use: (plan: Plan) => Promise<T>): Promise<T> {
  const ranker = variantsOf(values.variants).some(isReranked) ? await openRanker(context.config.ranker) : undefined;
  try {
    return await use(await planOf(values, context, ranker));
  } finally {
    await ranker?.close();
  }
}

/** What the options ask for. Throws ConfigError for what they can't mean, and what reading the sets throws. */
export async function planOf(values: Values, { config, signal }: Context, ranker?: Ranker): Promise<Plan> {
  const names = variantsOf(values.variants);
  const every = whole('every', values.every, 1_000_000);
  const sets = await setsOf(values, every, signal);
  const profile = profileOf(config);
  const named = [
    ...names.map((name) => variantOf(name, profile, ranker)),
    ...(values['variant-file']
      ? readVariants(values['variant-file'], (name) => variantOf(variantName('extends', name), profile, ranker))
      : []),
  ];
  return {
    sets,
    variants: named.flatMap((variant) => [variant, ...values.sweep.flatMap((sweep) => sweepOf(variant, sweep))]),
    k: values.k === undefined ? (sets.some((set) => 'questions' in set) ? K.golden : K.documents) : whole('k', values.k, 100),
    times: whole('runs', values.runs, 100),
  };
}

async function setsOf({ set: paths, questions, together }: Values, every: number, signal: AbortSignal): Promise<readonly AnySet[]> {
  if (questions !== undefined && questions !== 'titles') throw new ConfigError(`--questions ${questions}: there are only titles`);
  const missing = paths.find((path) => !existsSync(isGolden(path) || questions ? path : join(path, 'queries.jsonl')));
  if (missing)
    throw new ConfigError(`--set ${missing}: is neither a .jsonl of golden questions nor a folder with queries.jsonl (BEIR layout)`);
  const golden = paths.length === 0 ? goldenSetsIn(GOLDEN_SETS) : paths.filter(isGolden).map(goldenSetOf);
  const others = await Promise.all(
    paths
      .filter((path) => !isGolden(path))
      .map((path) => (questions ? withTitleQuestions(readDocuments(path), signal) : readBeirSet(path))),
  );
  const taken = <T>(list: readonly T[]) => list.filter((_, i) => i % every === 0);
  return [
    ...golden.map((set) => ({ ...set, questions: taken(set.questions) })),
    ...others
      .map((set): EvaluationSet => ({ ...set, queries: taken(set.queries) }))
      .map((set) => (together ? inTenant(set, 'together') : set)),
  ];
}

const isGolden = (path: string): boolean => path.endsWith('.jsonl');

/** Throws ConfigError for what is no whole number from `least` to `most`. */
export function whole(option: string, value: string, most: number, least = 1): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new ConfigError(`--${option} ${value}: must be a whole number from ${least} to ${most}`);
}

const variantsOf = (list: string): readonly VariantName[] => list.split(',').map((name) => variantName('variants', name));

function variantName(option: string, name: string): VariantName {
  if (!isVariant(name)) throw new ConfigError(`--${option} ${name}: there are ${variantNames.join(', ')}`);
  return name;
}
