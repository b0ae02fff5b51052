import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { escapeText, type Html, html, trusted } from '../html.ts';

/** Pixels of the plots; the page shows them no larger, and on a phone hardly smaller. */
export const WIDTH = 440;

/** The page has a colour for each; later variants take them again, with another dash. */
const COLOURS = 8;
const DASHES = ['none', '7 3', '2 3', '9 3 2 3'];

export const colourOf = (variant: number): string => `var(--variant-${variant % COLOURS})`;

/** Differs between neighbours, and between two variants of the same colour: nothing is told by colour alone. */
export const dashOf = (variant: number): string => DASHES[(variant + Math.floor(variant / COLOURS)) % DASHES.length] ?? 'none';

/** Of an element, what is used here. */
interface Drawn {
  readonly outerHTML: string;
  querySelectorAll(selector: string): Iterable<{
    getAttribute(name: string): string | null;
    removeAttribute(name: string): void;
    setAttribute(name: string, value: string): void;
  }>;
}

/** A plot as SVG that takes its colours from the page. `alternative` says what it shows to whoever doesn't see it. */
export function draw(options: Plot.PlotOptions, alternative: string): Html {
  const { document } = parseHTML('<html><body></body></html>');
  const svg: Drawn = Plot.plot({ ...options, document, width: WIDTH, className: 'plot' });
  // The plot is read as one picture; its parts have names that nobody hears, and that a group may not have.
  for (const part of svg.querySelectorAll('[aria-label]')) {
    part.setAttribute('data-part', part.getAttribute('aria-label') ?? '');
    part.removeAttribute('aria-label');
  }
  // Coordinates come with more places than any screen has; texts stay as they are.
  const short = svg.outerHTML.replaceAll(/ (?:d|transform|x|y|width|height)="[^"]*"/g, (attribute) =>
    attribute.replaceAll(/\d+\.\d{3,}/g, (number) => String(Number(Number(number).toFixed(2)))),
  );
  return trusted(short.replace('<svg ', `<svg role="img" aria-label="${escapeText(alternative)}" `));
}

/** A plot with its title and what has to be known to read it. */
export const figure = (title: string, note: Html | string, plot: Html): Html =>
  html`<figure><figcaption><span class="title">${title}</span> ${note}</figcaption>${plot}</figure>`;

/** 1, 2 and 5 times the powers of ten from `low` to `high`, with one on either side. */
export function roundSteps(low: number, high: number): readonly number[] {
  const steps = Array.from({ length: 24 }, (_, i) => ([1, 2, 5][i % 3] ?? 1) * 10 ** (Math.floor(i / 3) - 2));
  const from = Math.max(
    0,
    steps.findLastIndex((step) => step <= low),
  );
  const to = steps.findIndex((step) => step >= high);
  return steps.slice(from, to < 0 ? undefined : to + 1);
}
