import { percentile } from '../../shared/percentile.ts';
import { aligned } from '../report/aligned.ts';
import { score, signed } from '../report/words.ts';
import type { AnsweredSet, AnsweredVariant } from './archived.ts';
import { type AnswerComparison, answersDisagree, compareAnswers, measuresOf } from './findings.ts';

/** Columns by what is measured; one that no set has is left out. */
const COLUMNS: Readonly<Record<string, string>> = {
  key_fact_recall: 'facts',
  citation_precision: 'precision',
  citation_recall: 'recall',
  verbatim: 'verbatim',
  groundedness: 'grounded',
  unresolved: 'unresolved',
  forbidden: 'forbidden',
  false_refusal: 'refused wrongly',
  correct_refusal: 'refused rightly',
  source_hit: 'source hit',
  failed: 'failed',
  hops: 'hops',
  calls: 'calls',
  tokens: 'tokens',
  cost_usd: 'USD',
};
const PLACES: Readonly<Record<string, number>> = { hops: 2, calls: 2, tokens: 0, cost_usd: 6 };

/** All sets as one, as their questions are asked; those that are asked without their documents are a set of another kind. */
export const ALL = 'all sets as asked';

/** A table for people: a row a variant, a column a metric. */
export function answersTable(set: AnsweredSet): string {
  const rows = set.variants.map((variant) => ({ variant, metrics: measuresOf(set, variant).metrics }));
  const columns = Object.keys(COLUMNS).filter((metric) => rows.some(({ metrics }) => metrics[metric] !== undefined));
  const head = [
    `${set.name} (${set.questions.length} questions)`,
    ...columns.map((metric) => COLUMNS[metric] ?? metric),
    'p50 ms',
    'p95 ms',
    '',
  ];
  const body = rows.map(({ variant, metrics }) => {
    const times = (variant.runs[0] ?? []).map(({ ms }) => ms);
    const cells = columns.map((metric) => metrics[metric]?.toFixed(PLACES[metric] ?? 4) ?? '');
    return [variant.name, ...cells, percentile(times, 0.5).toFixed(0), percentile(times, 0.95).toFixed(0), ''];
  });
  return aligned([head, ...body]);
}

/** Lines that belong to the table of a set: how variants differ and how runs of one do. */
export function answersLines(set: AnsweredSet, comparisons: readonly AnswerComparison[]): readonly string[] {
  return [
    ...comparisons
      .filter((each) => each.set === set.name)
      .map(
        ({ variant, first, metric, difference, interval, verdict, wins, losses, queries }) =>
          `  ${variant} against ${first}: ${metric} ${signed(difference)} (95 % ${signed(interval.low)} to ${signed(interval.high)}), ${wins} better and ${losses} worse of ${queries}: ${verdict}`,
      ),
    ...set.variants.flatMap((variant) => {
      const disagreement = answersDisagree(set, variant);
      return disagreement ? [`  ${variant.name}: ${disagreement}`] : [];
    }),
  ];
}

/** What an answer without a model has to come to (issue 7), over all questions as they are asked. */
export const DEMANDED = { verbatim: 1, unresolved: 0, correct_refusal: 0.9, false_refusal: 0.1 } as const;

/** Verdict sentences of a run. */
export function answerVerdicts(sets: readonly AnsweredSet[], comparisons = compareAnswers(sets)): readonly string[] {
  const all = together(sets);
  const demands = all.variants.flatMap((variant) => demandsInWords(all, variant));
  const shown = comparisons.filter(({ verdict }) => !verdict.startsWith('no difference'));
  const [first, ...others] = all.variants.map(({ name }) => name);
  const compared = others.map((name) => {
    const of = shown.filter(({ variant }) => variant === name);
    const on = of.map(({ set, metric, verdict }) => `${metric} on ${set} (${verdict})`);
    return `${name}: ${on.length > 0 ? `differs from ${first} by ${on.join(', ')}` : `no difference from ${first} is shown`}, of ${comparisons.filter(({ variant }) => variant === name).length} comparisons.`;
  });
  return [...demands, ...compared];
}

/** What is demanded is said of answers without a model; of others the same figures are told. */
function demandsInWords(all: AnsweredSet, variant: AnsweredVariant): readonly string[] {
  const { byQuery, metrics } = measuresOf(all, variant);
  const isHeld = variant.model.startsWith('extractive');
  const sum = (metric: string) => [...(byQuery[metric]?.values() ?? [])].reduce((total, value) => total + value, 0);
  const size = (metric: string) => byQuery[metric]?.size ?? 0;
  const line = (metric: keyof typeof DEMANDED, said: string, wanted: string, holds: boolean) =>
    size(metric) > 0
      ? [`${isHeld ? (holds ? 'holds  ' : 'MISSED ') : '       '} ${variant.name}: ${said}${isHeld ? ` (${wanted})` : ''}`]
      : [];
  const runs = variant.runs[0] ?? [];
  const pairs = runs.reduce((total, { cited }) => total + cited.pairs, 0);
  const verbatim = runs.reduce((total, { cited }) => total + cited.verbatim, 0);
  const share = pairs === 0 ? 1 : verbatim / pairs;
  const shareOf = (metric: string) => `${sum(metric)} of ${size(metric)} = ${(metrics[metric] ?? 0).toFixed(3)}`;
  const { correct_refusal: rightly = 1, false_refusal: wrongly = 0 } = metrics;
  const labelled = ['key_fact_recall', 'citation_precision', 'citation_recall', 'groundedness'].flatMap((metric) =>
    metrics[metric] === undefined ? [] : [`${LABELLED[metric] ?? metric} ${score(metrics[metric])}`],
  );
  return [
    ...line(
      'verbatim',
      `${verbatim} of ${pairs} citations = ${share.toFixed(3)} say their sentence word for word`,
      'all',
      share >= DEMANDED.verbatim,
    ),
    ...line('unresolved', `${sum('unresolved')} markers of nothing that was given`, 'none', sum('unresolved') <= DEMANDED.unresolved),
    ...line(
      'correct_refusal',
      `unanswerable questions refused: ${shareOf('correct_refusal')}`,
      `at least ${DEMANDED.correct_refusal}`,
      rightly >= DEMANDED.correct_refusal,
    ),
    ...line(
      'false_refusal',
      `answerable questions refused: ${shareOf('false_refusal')}`,
      `at most ${DEMANDED.false_refusal}`,
      wrongly <= DEMANDED.false_refusal,
    ),
    ...(labelled.length > 0 ? [`        ${variant.name}: ${labelled.join(', ')}`] : []),
  ];
}

const LABELLED: Readonly<Record<string, string>> = {
  key_fact_recall: 'key-fact recall',
  citation_precision: 'citation precision by label',
  citation_recall: 'recall of required documents',
};

/** The sets as one; ids are unique over them. */
export function together(sets: readonly AnsweredSet[]): AnsweredSet {
  const asked = sets.filter(({ name }) => !name.endsWith(' without'));
  const of = asked.length > 0 ? asked : sets;
  const names = of[0]?.variants.map(({ name }) => name) ?? [];
  return {
    name: ALL,
    data: '',
    questions: of.flatMap(({ questions }) => questions),
    variants: names.map((name) => {
      const each = of.flatMap(({ variants }) => variants.filter((variant) => variant.name === name));
      const times = Math.max(0, ...each.map(({ runs }) => runs.length));
      const runs = Array.from({ length: times }, (_, i) => each.flatMap((variant) => variant.runs[i] ?? []));
      return { name, model: each[0]?.model ?? '', metrics: {}, runs };
    }),
  };
}
