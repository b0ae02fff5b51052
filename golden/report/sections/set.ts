import type { SetFindings } from '../findings.ts';
import { type Html, html } from '../html.ts';
import { curvePlot } from '../plots/curve.ts';
import { differencePlot } from '../plots/difference.ts';
import { funnelPlot } from '../plots/funnel.ts';
import { latencyPlot } from '../plots/latency.ts';
import { setInWords } from '../verdicts.ts';
import { unbroken } from '../words.ts';
import { lostQueries } from './lost.ts';
import { scoresTable } from './scores.ts';

/** All of one set: what it shows, its figures, its plots and what it lost. */
export function setSection(set: SetFindings, index: number): Html {
  const repeats = set.variants.filter(({ repeats }) => repeats);
  const lost = lostQueries(set);
  return html`<section id="set-${index}" aria-labelledby="set-${index}-title"><h2 id="set-${index}-title">${set.name}</h2>
<p>${unbroken(setInWords(set).join(' '))}</p>
${scoresTable(set)}
${repeats.length > 0 ? html`<p class="note">Figures and plots are of the first run of each variant. ${repeats.map((each) => `${each.name}: ${each.repeats}.`).join(' ')}</p>` : ''}
<h3>Plots</h3>
<div class="plots">
${[curvePlot, differencePlot, funnelPlot, latencyPlot].map((plot) => html`${plot(set)}\n`)}</div>
${lost.markup.trim() ? html`<h3>Lost questions</h3>\n${lost}` : ''}</section>
`;
}
