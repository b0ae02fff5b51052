import * as Plot from '@observablehq/plot';
import { ARMS, isChoosing } from '../../diagnosis.ts';
import { STAGE_DEPTH } from '../../run-query.ts';
import type { SetFindings } from '../findings.ts';
import type { Html } from '../html.ts';
import { listed, stageName } from '../words.ts';
import { colourOf, draw, figure } from './draw.ts';
import { elided } from './rows.ts';

/** What each stage of the search still had, a bar a stage under the name of its variant; undefined where nothing is judged. */
export function funnelPlot({ name, variants }: SetFindings): Html | undefined {
  const shown = variants.flatMap((variant, colour) => (variant.diagnosis.recall.length > 0 ? [{ ...variant, colour }] : []));
  if (shown.length === 0) return undefined;
  const bars = shown.flatMap(({ name: variant, colour, diagnosis }) =>
    diagnosis.recall.map(({ stage, recall }) => ({ key: keyOf(variant, stage), stage, recall, colour: colourOf(colour) })),
  );
  const keys = shown.flatMap(({ name: variant, diagnosis }) => [
    keyOf(variant),
    ...diagnosis.recall.map(({ stage }) => keyOf(variant, stage)),
  ]);
  const names = new Map(bars.map(({ key, stage }) => [key, stageName(stage)]));
  const plot = draw(
    {
      height: keys.length * 20 + 52,
      marginLeft: 92,
      marginRight: 48,
      marginTop: 4,
      marginBottom: 44,
      x: { domain: [0, 1], ticks: 5, label: `recall at ${STAGE_DEPTH}: share of what answers`, labelAnchor: 'center', labelArrow: 'none' },
      y: { domain: keys, tickSize: 0, tickFormat: (key: string) => names.get(key) ?? '', label: null, padding: 0.3 },
      marks: [
        Plot.barX(bars, {
          x: 'recall',
          y: 'key',
          fill: 'colour',
          fillOpacity: ({ stage }) => (stage === ARMS || isChoosing(stage) ? 1 : 0.45),
        }),
        Plot.text(bars, { x: 'recall', y: 'key', text: ({ recall }) => recall.toFixed(3), textAnchor: 'start', dx: 5 }),
        Plot.text(shown, {
          y: (variant) => keyOf(variant.name),
          text: (variant) => elided(variant.name),
          frameAnchor: 'left',
          dx: 2,
          dy: 3,
          className: 'row-label',
        }),
        Plot.ruleX([0], { strokeOpacity: 0.5 }),
      ],
    },
    `Recall at ${STAGE_DEPTH} by stage on ${name}: ${shown.map(({ name: variant, diagnosis }) => `${variant}: ${listed(diagnosis.recall.map(({ stage, recall }) => `${stageName(stage)} ${recall.toFixed(3)}`))}`).join('; ')}.`,
  );
  return figure('Stage by stage', `What each stage still had among its first ${STAGE_DEPTH}; paler bars are the arms by themselves.`, plot);
}

const keyOf = (variant: string, stage = ''): string => JSON.stringify([variant, stage]);
