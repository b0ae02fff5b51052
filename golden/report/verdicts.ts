import { lossesInWords } from '../diagnosis.ts';
import { pInWords } from '../statistics/verdict.ts';
import { type Findings, isLessBetter, type SetFindings, type VariantFindings } from './findings.ts';
import { count, listed, metricName, score } from './words.ts';

/** The best variants of a set: several that score the same, none where nothing is measured. */
export function bestOf({ metric = '', variants }: Pick<SetFindings, 'metric' | 'variants'>): readonly VariantFindings[] {
  const values = variants.map(({ metrics }) => metrics[metric] ?? Number.NaN);
  const best = isLessBetter(metric) ? Math.min(...values) : Math.max(...values);
  return variants.filter((_, i) => Math.abs((values[i] ?? Number.NaN) - best) < 1e-9);
}

/** A set in a few sentences: which variant is best, whether that is shown, which are worse, and what the best one lost and where. */
export function setInWords(set: SetFindings): readonly string[] {
  const { metric, variants } = set;
  const [first] = variants;
  const [leader] = bestOf(set);
  if (!metric || !first || !leader) return ['Nothing could be measured.'];
  return [bestInWords(metric, variants, bestOf(set)), ...worseInWords(variants, first), ...lossInWords(set, leader)];
}

function bestInWords(metric: string, variants: readonly VariantFindings[], best: readonly VariantFindings[]): string {
  const [first] = variants;
  const [leader] = best;
  if (!first || !leader) return '';
  const value = (variant: VariantFindings) => score(variant.metrics[metric] ?? 0);
  const measured =
    metric === 'answered'
      ? `passages for ${value(leader)} of the questions that nothing answers`
      : `${metricName(metric)} ${value(leader)}`;
  const names = listed(best.map(({ name }) => name));
  if (variants.length === 1) return `${names} has ${measured}; no other variant was run.`;
  if (best.length === variants.length) return `All ${variants.length} variants have the same: ${measured}.`;
  const lead = `${names} ${best.length > 1 ? 'are best alike' : 'is best'}: ${measured}`;
  if (!best.includes(first)) return `${lead}, against ${value(first)} of ${first.name}: ${leader.comparison?.verdict ?? ''}.`;
  return variants.some(({ shown }) => shown === 'worse') ? `${lead}.` : `${lead}; no other is shown to be worse.`;
}

function worseInWords(variants: readonly VariantFindings[], first: VariantFindings): readonly string[] {
  const worse = variants.filter(({ shown }) => shown === 'worse');
  if (worse.length === 0) return [];
  const names = worse.map(({ name, comparison }) => `${name} (${pInWords(comparison?.adjustedP ?? 1)})`);
  return [`Shown to be worse than ${first.name}: ${listed(names)}.`];
}

function lossInWords({ wanted, k }: SetFindings, { name, diagnosis }: VariantFindings): readonly string[] {
  const lost = diagnosis.losses.length;
  if (wanted === 0) return [];
  if (lost === 0) return [`${name} lost nothing: all ${count(wanted, 'labelled answer')} are among its first ${k}.`];
  return [`Among its first ${k}, ${name} misses ${lost} of ${count(wanted, 'labelled answer')}: ${lossesInWords(diagnosis)}.`];
}

/**
 * What the whole run comes to: on how many sets each variant has the best score, and for each variant but the first on which
 * sets it is shown to be better, and on which worse.
 */
export function runInWords({ sets }: Pick<Findings, 'sets'>): readonly string[] {
  const [first, ...others] = [...new Set(sets.flatMap(({ variants }) => variants.map(({ name }) => name)))];
  if (first === undefined) return ['Nothing was run.'];
  if (others.length === 0) return [`Only ${first} was run: its figures stand by themselves.`];
  const shown = Map.groupBy(others, (name) => shownInWords(sets, name, first));
  return [
    bestCounts(sets, [first, ...others]),
    ...Array.from(shown, ([what, names]) => `${names.length > MOST_NAMES ? `${names.length} of the others` : listed(names)}: ${what}.`),
  ];
}

/** Names that a sentence can bear. */
const MOST_NAMES = 4;

function bestCounts(sets: readonly SetFindings[], names: readonly string[]): string {
  const best = sets.map((set) => new Set(bestOf(set).map(({ name }) => name)));
  const counts = names
    .map((name) => ({ name, sets: best.filter((of) => of.has(name)).length }))
    .filter((each) => each.sets > 0)
    .toSorted((a, b) => b.sets - a.sets);
  return `Of ${count(sets.length, 'set')}, ${listed(counts.map((each, i) => `${each.name}${i === 0 ? ' has the best score' : ''} on ${each.sets}`))}.`;
}

function shownInWords(sets: readonly SetFindings[], name: string, first: string): string {
  const on = (way: 'better' | 'worse') =>
    sets.flatMap((set) => (set.variants.some((variant) => variant.name === name && variant.shown === way) ? [set.name] : []));
  const parts = (['better', 'worse'] as const).flatMap((way) => (on(way).length > 0 ? [`${way} than ${first} on ${listed(on(way))}`] : []));
  return parts.length > 0 ? `shown to be ${parts.join(', and ')}` : `no difference from ${first} is shown`;
}
