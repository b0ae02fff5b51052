import { alarmsOf } from '../alarms.ts';
import { type Findings, isLessBetter, type SetFindings, type VariantFindings } from '../findings.ts';
import { type Content, type Html, html } from '../html.ts';
import { bestOf, runInWords, setInWords } from '../verdicts.ts';
import { count, metricName, score, unbroken } from '../words.ts';
import { tableOf } from './scrolling-table.ts';

/** The first thing that is read: what the run shows. */
export function verdictSection(findings: Findings): Html {
  const { sets, comparisons } = findings;
  const { leaks, answered, well } = alarmsOf(findings);
  return html`<section id="verdict" aria-labelledby="verdict-title"><h2 id="verdict-title">Verdict</h2>
${leaks.map((leak) => html`<p class="alarm"><b>Leak.</b> ${leak}</p>\n`)}
<div class="lead">${runInWords(findings).map((sentence) => html`<p>${sentence}</p>\n`)}</div>
${answered.map((line) => html`<p class="caution"><b>Passages where nothing answers.</b> ${line}</p>\n`)}
${well.map((line) => html`<p class="well">${line}</p>\n`)}
${glance(sets)}
<p class="note">${howShown(comparisons)}</p>
<h3>Set by set</h3>
<p class="note">A labelled answer is lost by the first stage that no longer had it. Lost by chunking, embedding or words: no way of searching had it. Lost by the end of the list: it was found, but below what a reader gets.</p>
<dl class="sets">${sets.map(
    (set, i) => html`<div><dt><a href="#set-${i}">${set.name}</a> <span>${count(set.queries.length, 'question')}</span></dt>
<dd>${unbroken(setInWords(set).join(' '))}</dd></div>\n`,
  )}</dl></section>
`;
}

function glance(sets: readonly SetFindings[]): Html {
  const names = [...new Set(sets.flatMap(({ variants }) => variants.map(({ name }) => name)))];
  const caption = 'Every set at a glance; the best of each in bold';
  const values = (set: SetFindings, name: string) =>
    cell(
      set,
      set.variants.find((variant) => variant.name === name),
    );
  const labels = sets.map((set, i) => html`<a href="#set-${i}">${set.name}</a> <small>${measuredBy(set)}</small>`);
  if (names.join('').length > WIDEST)
    return tableOf(
      caption,
      [{ name: 'Variant' }, ...labels.map((name) => ({ name, isNumber: true }))],
      names.map((name) => [name, ...sets.map((set) => values(set, name))]),
    );
  return tableOf(
    caption,
    [{ name: 'Set' }, ...names.map((name) => ({ name, isNumber: true }))],
    sets.map((set, i) => [labels[i], ...names.map((name) => values(set, name))]),
  );
}

/** Characters of the variants' names that stand beside each other; else they stand below each other, and the sets beside. */
const WIDEST = 80;

const measuredBy = ({ metric }: SetFindings): string =>
  metric ? `${metricName(metric)}${isLessBetter(metric) ? ' (less is better)' : ''}` : 'nothing';

function cell(set: SetFindings, variant: VariantFindings | undefined): Content {
  const value = variant?.metrics[set.metric ?? ''];
  if (!variant || value === undefined) return '–';
  const best = bestOf(set);
  const figure = best.includes(variant) && best.length < set.variants.length ? html`<strong>${score(value)}</strong>` : score(value);
  return variant.shown ? html`<span class="${variant.shown}">${variant.shown}</span> ${figure}` : figure;
}

const howShown = (comparisons: number): string =>
  comparisons === 0
    ? ''
    : `“Better” and “worse” are against the first variant and stand only where a paired randomisation test shows it: p ≤ 0.05 after Holm’s correction for ${comparisons === 1 ? 'the one comparison' : `all ${comparisons} comparisons`} of this report. Where nothing is shown, the questions are too few to tell, or there is nothing to tell. The intervals are of each difference by itself.`;
