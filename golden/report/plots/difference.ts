import * as Plot from '@observablehq/plot';
import { differencesOf, type QueryDifference } from '../differences.ts';
import { isLessBetter, type SetFindings } from '../findings.ts';
import type { Html } from '../html.ts';
import { listed, metricName, signed } from '../words.ts';
import { draw, figure } from './draw.ts';
import { rowLabels, rowsInWords, rowsOf } from './rows.ts';

/** Each question's difference from the first variant, a row for each other; undefined where there is none to compare. */
export function differencePlot(set: SetFindings): Html | undefined {
  const { name, metric = '', variants } = set;
  const differences = differencesOf(set);
  const first = variants[0]?.name ?? '';
  if (differences.size === 0) return undefined;
  const sign = isLessBetter(metric) ? -1 : 1;
  const bars = [...differences].flatMap(([variant, queries]) => queries.map((query, place) => ({ ...query, variant, place })));
  const most = Math.max(0.1, ...bars.map(({ difference }) => Math.abs(difference)));
  const questions = Math.max(...Array.from(differences.values(), ({ length }) => length));
  const labels = new Map(Array.from(differences, ([variant, queries]) => [variant, tally(queries, sign)]));
  const plot = draw(
    {
      ...rowsOf(labels, 76),
      marginLeft: 56,
      marginRight: 14,
      x: {
        domain: [0, questions],
        ticks: [],
        label: `the ${questions} questions, best for the variant first`,
        labelAnchor: 'center',
        labelArrow: 'none',
      },
      y: {
        domain: [-most, most],
        ticks: [-most, 0, most],
        tickFormat: (value: number) => (value === 0 ? '0' : `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`),
        label: `difference in ${metricName(metric)}`,
        labelAnchor: 'center',
        labelArrow: 'none',
      },
      marks: [
        Plot.rect(
          bars.filter(({ difference }) => difference !== 0),
          {
            fy: 'variant',
            x1: ({ place }) => place + (questions > 150 ? 0 : 0.1),
            x2: ({ place }) => place + (questions > 150 ? 1 : 0.9),
            shapeRendering: questions > 150 ? 'crispEdges' : 'auto',
            y1: () => 0,
            y2: 'difference',
            fill: ({ difference }) => (sign * difference > 0 ? 'var(--better)' : 'var(--worse)'),
            title: ({ query, difference }) => `${query}: ${signed(difference)}`,
          },
        ),
        Plot.ruleY([0], { strokeOpacity: 0.5 }),
        rowLabels(labels),
      ],
    },
    `${metricName(metric)} of each question less that of ${first}, on ${name}: ${listed(rowsInWords(labels))}.`,
  );
  return figure(
    'Question by question',
    `${metricName(metric)} of a variant less that of ${first}, a bar for each question that differs.`,
    plot,
  );
}

function tally(queries: readonly QueryDifference[], sign: number): string {
  const [better, worse] = [1, -1].map((way) => queries.filter(({ difference }) => way * sign * difference > 0).length);
  return `${better} better, ${worse} worse, ${queries.length - (better ?? 0) - (worse ?? 0)} the same`;
}
