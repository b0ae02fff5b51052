import * as Plot from '@observablehq/plot';
import type { SetFindings } from '../findings.ts';
import type { Html } from '../html.ts';
import { listed, milliseconds } from '../words.ts';
import { colourOf, draw, figure, roundSteps } from './draw.ts';
import { rowLabels, rowsInWords, rowsOf } from './rows.ts';

/** How long each search took, a stroke a question and a row a variant; undefined where none was run. */
export function latencyPlot({ name, k, variants }: SetFindings): Html | undefined {
  const times = variants.flatMap(({ name: variant, runs }, i) =>
    runs.map(({ id, ms }) => ({ id, ms: Math.max(ms, 0.01), variant, colour: colourOf(i) })),
  );
  if (times.length === 0) return undefined;
  const steps = roundSteps(Math.min(...times.map(({ ms }) => ms)), Math.max(...times.map(({ ms }) => ms)));
  const labels = new Map(
    variants.map(({ name: variant, latencyMs: { p50, p95 } }) => [variant, `p50 ${milliseconds(p50)} ms, p95 ${milliseconds(p95)} ms`]),
  );
  const marks = variants.flatMap(({ name: variant, latencyMs: { p50, p95 } }) =>
    [p50, p95].map((ms) => ({ variant, ms: Math.max(ms, 0.01) })),
  );
  const plot = draw(
    {
      ...rowsOf(labels, 26),
      marginLeft: 14,
      marginRight: 24,
      x: {
        type: 'log',
        domain: [steps[0] ?? 1, steps.at(-1) ?? 10],
        ticks: [...steps],
        tickFormat: String,
        label: 'time of a search (ms)',
        labelAnchor: 'center',
        labelArrow: 'none',
      },
      marks: [
        Plot.tickX(times, {
          x: 'ms',
          fy: 'variant',
          stroke: 'colour',
          // Where many lie on each other, so that the middle is told from the ends.
          strokeOpacity: Math.max(0.1, Math.min(0.6, (60 * variants.length) / times.length)),
          title: ({ id, ms }) => `${id}: ${milliseconds(ms)} ms`,
        }),
        Plot.dot(marks, { x: 'ms', fy: 'variant', frameAnchor: 'bottom', symbol: 'triangle', r: 4, dy: 4, fill: 'currentColor' }),
        rowLabels(labels),
      ],
    },
    `Time of a search on ${name}: ${listed(rowsInWords(labels))}.`,
  );
  return figure(
    'How long a search took',
    `For ${k} passages, a stroke for each question; triangles are p50 and p95. Logarithmic scale. The question’s embedding is not in it.`,
    plot,
  );
}
