import type { RunFile } from '../../archive.ts';
import { type Html, html } from '../html.ts';
import { commitInWords, timeInWords } from '../words.ts';
import { tableOf } from './scrolling-table.ts';

/** What was run, so that somebody else can run it again. */
export const runSection = (run: RunFile): Html => html`<section id="run" aria-labelledby="run-title"><h2 id="run-title">What was run</h2>
<pre><code>${run.command}</code></pre>
<dl class="facts">${Object.entries({
  When: timeInWords(run.at),
  Commit: commitInWords(run),
  Node: run.node,
  'Passages a search': `k = ${run.k}`,
  ...flat(run.configuration),
}).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>
${tableOf(
  'The sets and their documents',
  [{ name: 'Set' }, { name: 'Questions', isNumber: true }, { name: 'Answers from grade', isNumber: true }, { name: 'Documents (hash)' }],
  run.sets.map(({ name, queries, answers, data }) => [name, queries.length, answers, html`<code>${data}</code>`]),
)}
<details><summary>The variants in full</summary>
${tableOf(
  'Each variant as it was run',
  [{ name: 'Variant' }, { name: 'Profile and settings' }],
  variantsOf(run).map(({ name, profile, ranker, environment }) => [
    name,
    html`<dl class="facts">${Object.entries({ ...flat({ profile }), ...(ranker ? { ranker } : {}), ...environment }).map(
      ([setting, value]) => html`<div><dt>${setting.replace(/^profile\./, '')}</dt><dd>${value}</dd></div>`,
    )}</dl>`,
  ]),
)}</details></section>
`;

const variantsOf = ({ sets }: RunFile): RunFile['sets'][number]['variants'] => [
  ...new Map(sets.flatMap(({ variants }) => variants.map((variant) => [variant.name, variant]))).values(),
];

/** Settings by their whole names: `chunk.maxChars`. What has nothing in it is left out. */
export const flat = (value: unknown, path = ''): Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null
    ? Object.assign({}, ...Object.entries(value).map(([name, inner]) => flat(inner, path ? `${path}.${name}` : name)))
    : { [path]: String(value) };
