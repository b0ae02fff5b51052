import { type Loss, loserInWords, lossesInWords } from '../../diagnosis.ts';
import type { QueryRun } from '../../run-query.ts';
import type { SetFindings, VariantFindings } from '../findings.ts';
import { type Html, html } from '../html.ts';
import { count } from '../words.ts';
import { scrolling, tableOf } from './scrolling-table.ts';

/** Questions shown of a variant: whoever needs more has the archived run. */
const MOST = 100;

/** For each variant the questions that lost something, and those that got passages though nothing answers them. */
export const lostQueries = (set: SetFindings): Html =>
  html`${set.variants.map((variant) => html`${lostBy(set, variant)}${answeredBy(set, variant)}`)}`;

function lostBy({ queries, k, name: set }: SetFindings, { name, diagnosis }: VariantFindings): Html {
  const byQuery = Map.groupBy(diagnosis.losses, ({ query }) => query);
  if (byQuery.size === 0) return html``;
  const textOf = new Map(queries.map(({ id, text }) => [id, text]));
  const rows = [...byQuery].slice(0, MOST).map(([id, losses]) => lossRows(id, textOf.get(id) ?? '', losses));
  const caption = `What ${name} did not bring among its first ${k} on ${set}`;
  return html`<details><summary><strong>${name}</strong>: ${count(byQuery.size, 'question')} lost something; ${lossesInWords(diagnosis)}</summary>
${scrolling(
  caption,
  html`<table class="lost"><caption>${caption}${byQuery.size > MOST ? `: ${MOST} of ${byQuery.size} questions` : ''}</caption>
<thead><tr><th scope="col">Question</th><th scope="col">Missing</th><th scope="col">Lost by</th><th scope="col" class="number">Place</th><th scope="col">What came first</th></tr></thead>
${rows}</table>`,
)}</details>
`;
}

/** A body a question, since it may have lost several things. */
function lossRows(id: string, text: string, losses: readonly Loss[]): Html {
  const [first, ...others] = losses;
  if (!first) return html``;
  const cells = ({ missing, stage, rank }: Loss) =>
    html`<td>${breakable(missing)}</td><td>${loserInWords(stage)}</td><td class="number">${rank ?? 'none'}</td>`;
  return html`<tbody><tr><th scope="rowgroup" rowspan="${losses.length}">${question(id, text)}</th>${cells(first)}<td rowspan="${losses.length}">${cameFirst(first.cameInstead)}</td></tr>${others.map((loss) => html`<tr>${cells(loss)}</tr>`)}</tbody>
`;
}

function answeredBy({ queries, name: set }: SetFindings, { name, byQuery, runs }: VariantFindings): Html {
  const answered = new Set([...(byQuery.answered ?? [])].filter(([, value]) => value > 0).map(([id]) => id));
  if (answered.size === 0) return html``;
  const runOf = new Map(runs.map((run) => [run.id, run]));
  return html`<details><summary><strong>${name}</strong>: ${count(answered.size, 'question')} got passages though nothing answers</summary>
${tableOf(
  `What ${name} gave where nothing answers, on ${set}`,
  [{ name: 'Question' }, { name: 'Passages', isNumber: true }, { name: 'What came first' }],
  queries
    .filter(({ id }) => answered.has(id))
    .slice(0, MOST)
    .map(({ id, text }) => [question(id, text), runOf.get(id)?.passages, cameFirst(runOf.get(id)?.first ?? [])]),
)}</details>
`;
}

const question = (id: string, text: string): Html => html`<span dir="auto">${text}</span> <code>${breakable(id)}</code>`;

const cameFirst = (first: QueryRun['first']): Html =>
  first.length === 0
    ? html`nothing`
    : html`<ol>${first.map(({ id, section }) => html`<li><code>${breakable(id)}</code> ${section}</li>`)}</ol>`;

/** An id that may be broken after its slashes. */
const breakable = (id: string): Html => html`${id.split(/(?<=[/#])/).map((part, i) => (i > 0 ? html`<wbr>${part}` : part))}`;
