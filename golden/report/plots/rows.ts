import * as Plot from '@observablehq/plot';

/** Pixels above a row: a line, and the space around it. */
const LINE = 14;
const SPACE = 18;
/** Characters that fit on a line. */
const FIT = 48;

/** What is said of each variant's row, by the variant's name. */
export type RowLabels = ReadonlyMap<string, string>;

/** Settings of a plot that has a row a variant, each under a label that names it. */
export function rowsOf(labels: RowLabels, height: number) {
  const above = SPACE + LINE * (fitsOneLine(labels) ? 1 : 2);
  return {
    height: labels.size * (height + above) + 52,
    marginTop: above,
    marginBottom: 44,
    fy: { domain: [...labels.keys()], axis: null, padding: above / (height + above), paddingOuter: 0 },
  };
}

/** The label above each row: on one line if all of them fit, else on two. */
export function rowLabels(labels: RowLabels) {
  const between = fitsOneLine(labels) ? ': ' : '\n';
  return Plot.text([...labels], {
    fy: ([name]) => name,
    text: ([name, label]) => `${elided(name)}${between}${label}`,
    frameAnchor: 'top-left',
    lineAnchor: 'bottom',
    lineHeight: 1.2,
    dy: -9,
    className: 'row-label',
  });
}

/** The same for whoever doesn't see the plot. */
export const rowsInWords = (labels: RowLabels): readonly string[] => Array.from(labels, ([name, label]) => `${name}: ${label}`);

const fitsOneLine = (labels: RowLabels): boolean => rowsInWords(labels).every(({ length }) => length <= FIT);

/** A name that would not fit, without its middle: what tells variants of a sweep apart is at the end. */
export const elided = (name: string): string => (name.length <= FIT ? name : `${name.slice(0, FIT / 2 - 1)}…${name.slice(-FIT / 2)}`);
