import * as Plot from '@observablehq/plot';
import type { SetFindings } from '../findings.ts';
import { type Html, html } from '../html.ts';
import { listed } from '../words.ts';
import { colourOf, dashOf, draw, figure } from './draw.ts';

/** Recall@k by k for each variant; undefined where nothing is judged. */
export function curvePlot({ name, variants, k }: SetFindings): Html | undefined {
  const curves = variants.filter(({ curve }) => curve.length > 0);
  if (curves.length === 0) return undefined;
  const depth = curves[0]?.curve.length ?? 1;
  const least = Math.min(...curves.flatMap(({ curve }) => curve[0] ?? 0));
  const at = (curve: readonly number[], place: number) => (curve[Math.min(place, depth) - 1] ?? 0).toFixed(2);
  const plot = draw(
    {
      height: 300,
      marginLeft: 44,
      marginRight: 14,
      marginBottom: 44,
      x: {
        type: 'log',
        domain: [1, depth],
        ticks: [1, 2, 5, 10, 20, 50, 100].filter((tick) => tick <= depth),
        tickFormat: String,
        label: 'first k places of the list',
        labelAnchor: 'center',
        labelArrow: 'none',
      },
      y: { domain: [Math.floor(least * 10) / 10, 1], ticks: 5, label: 'recall: share of what answers', labelArrow: 'none' },
      marks: [
        Plot.gridY({ ticks: 5, strokeOpacity: 0.12 }),
        Plot.ruleX([k], { strokeOpacity: 0.45, strokeDasharray: '2 3' }),
        Plot.text([k], { x: (place) => place, text: () => `k = ${k}`, frameAnchor: 'bottom', textAnchor: 'start', dx: 5, dy: -6 }),
        ...variants.flatMap(({ curve }, i) =>
          curve.length > 0
            ? Plot.line(curve, {
                x: (_, place) => place + 1,
                y: (value) => value,
                stroke: colourOf(i),
                strokeWidth: 2,
                strokeDasharray: dashOf(i),
              })
            : [],
        ),
      ],
    },
    `Recall by depth on ${name}: ${listed(curves.map((each) => `${each.name} ${at(each.curve, 1)} at 1, ${at(each.curve, k)} at ${k} and ${at(each.curve, depth)} at ${depth}`))}.`,
  );
  return figure(
    'Recall by depth',
    html`The mean over the questions; k on a logarithmic scale. ${legend(variants.map((variant) => variant.name))}`,
    plot,
  );
}

const legend = (names: readonly string[]): Html =>
  html`<span class="legend">${names.map(
    (name, i) =>
      html`<span><svg width="30" height="8" aria-hidden="true"><line x1="1" y1="4" x2="29" y2="4" stroke="${colourOf(i)}" stroke-width="2.5" stroke-dasharray="${dashOf(i)}"/></svg>${name}</span> `,
  )}</span>`;
