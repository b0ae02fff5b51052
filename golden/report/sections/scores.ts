import { isLessBetter, type SetFindings, type VariantFindings } from '../findings.ts';
import { type Content, type Html, html } from '../html.ts';
import { count, metricName, milliseconds, score, signed, unbroken } from '../words.ts';
import { tableOf } from './scrolling-table.ts';

/** A set's figures, a row a variant: what they are compared by and how each differs from the first, the other metrics, the times. */
export function scoresTable({ name, metric, variants, queries }: SetFindings): Html {
  const metrics = Object.keys(variants[0]?.metrics ?? {});
  const first = metrics.filter((each) => each === metric);
  const others = metrics.filter((each) => each !== metric);
  const compared = variants.some(({ comparison }) => comparison);
  return tableOf(
    `${name}: ${count(queries.length, 'question')}${compared ? `; differences from ${variants[0]?.name}, with 95 % intervals` : ''}`,
    [
      { name: 'Variant' },
      ...first.map((each) => ({ name: metricName(each), isNumber: true })),
      ...(compared ? [{ name: 'Difference', isNumber: true }, { name: 'Verdict' }] : []),
      ...others.map((each) => ({ name: metricName(each), isNumber: true })),
      { name: 'p50, ms', isNumber: true },
      { name: 'p95, ms', isNumber: true },
    ],
    variants.map((variant) => [
      variant.name,
      ...first.map((each) => scoreCell(each, variant, variants)),
      ...(compared ? differenceCells(variant) : []),
      ...others.map((each) => scoreCell(each, variant, variants)),
      milliseconds(variant.latencyMs.p50),
      milliseconds(variant.latencyMs.p95),
    ]),
  );
}

function differenceCells({ comparison, shown }: VariantFindings): readonly Content[] {
  if (!comparison) return ['', ''];
  const { difference, interval, verdict } = comparison;
  return [
    html`${signed(difference)} <small>${signed(interval.low)} to ${signed(interval.high)}</small>`,
    html`<span class="${shown ?? 'same'}">${unbroken(verdict)}</span>`,
  ];
}

function scoreCell(metric: string, { metrics }: VariantFindings, variants: readonly VariantFindings[]): Content {
  const value = metrics[metric];
  if (value === undefined) return '–';
  const all = variants.map((variant) => variant.metrics[metric] ?? Number.NaN);
  const best = isLessBetter(metric) ? Math.min(...all) : Math.max(...all);
  return value === best && all.some((other) => other !== best) ? html`<strong>${score(value)}</strong>` : score(value);
}
