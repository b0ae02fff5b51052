import { readFileSync } from 'node:fs';
import type { RunFile } from '../archive.ts';
import { findingsOf } from './findings.ts';
import { html, trusted } from './html.ts';
import { runSection } from './sections/run.ts';
import { setSection } from './sections/set.ts';
import { usageSection } from './sections/usage.ts';
import { verdictSection } from './sections/verdict.ts';
import { count, timeInWords } from './words.ts';

const STYLE = ['colours', 'page', 'tables', 'parts']
  .map((name) => readFileSync(new URL(`./style/${name}.css`, import.meta.url), 'utf8'))
  .join('\n');

/** A run as one file of HTML that needs nothing else, not even scripts. */
export function pageOf(run: RunFile): string {
  const findings = findingsOf(run);
  const { sets } = findings;
  const questions = sets.reduce((sum, { queries }) => sum + queries.length, 0);
  const variants = new Set(sets.flatMap(({ variants }) => variants.map(({ name }) => name))).size;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Retrieval evaluation, ${timeInWords(run.at)}</title>
<link rel="icon" href="data:,">
<style>${trusted(STYLE)}</style>
</head>
<body>
<a class="skip" href="#verdict">Skip to the verdict</a>
<header><h1>Retrieval evaluation</h1>
<p>${count(variants, 'variant')} on ${count(sets.length, 'set')} with ${count(questions, 'question')}, ${timeInWords(run.at)}</p>
<nav aria-label="Contents"><ul><li><a href="#verdict">Verdict</a></li><li><a href="#run">What was run</a></li>${sets.map(
    ({ name }, i) => html`<li><a href="#set-${i}">${name}</a></li>`,
  )}<li><a href="#usage">Usage and cost</a></li></ul></nav></header>
<main>
${verdictSection(findings)}
${runSection(run)}
${sets.map(setSection)}
${usageSection(run)}
</main>
<footer><p>Made by <code>npm run eval:report</code> of Groundwire from the archived run; it can be made again from that file.</p></footer>
</body>
</html>
`.markup;
}
