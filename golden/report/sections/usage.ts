import type { RunFile } from '../../archive.ts';
import { type Html, html } from '../html.ts';
import { tableOf } from './scrolling-table.ts';

/** What the run asked of models, and how long its searches took together. */
export function usageSection({ usage, sets }: RunFile): Html {
  const runs = sets.flatMap(({ variants }) => variants.flatMap(({ runs }) => runs.flat()));
  const seconds = runs.reduce((sum, { ms }) => sum + ms, 0) / 1_000;
  return html`<section id="usage" aria-labelledby="usage-title"><h2 id="usage-title">Usage and cost</h2>
${tableOf(
  'What was asked for in the whole run',
  [{ name: 'Of what' }, { name: 'How much', isNumber: true }],
  [
    ['Passages embedded; those embedded before are not counted', grouped(usage.passages)],
    ['Questions embedded', grouped(usage.queries)],
    ['Calls of the ranking model', grouped(usage.rankings)],
    ['Searches that were timed', grouped(runs.length)],
    ['Seconds in them', seconds.toFixed(1)],
  ],
)}
<p class="note">The archived run has counts, not tokens or prices; what they cost is theirs times your model’s price.</p></section>
`;
}

const grouped = (number: number): string => number.toLocaleString('en-US');
