import * as Plot from '@observablehq/plot';

/** Pixels of a line of text above a row. */
const ABOVE = 32;

/** Settings of a plot that has a row a variant, each under a line that names it. */
export const rowsOf = (names: readonly string[], height: number) => ({
  height: names.length * (height + ABOVE) + 52,
  marginTop: ABOVE,
  marginBottom: 44,
  fy: { domain: names, axis: null, padding: ABOVE / (height + ABOVE), paddingOuter: 0 },
});

/** The line above each row. */
export const rowLabels = (labels: ReadonlyMap<string, string>) =>
  Plot.text([...labels], {
    fy: ([name]) => name,
    text: ([, label]) => label,
    frameAnchor: 'top-left',
    lineAnchor: 'bottom',
    dy: -9,
    className: 'row-label',
  });
