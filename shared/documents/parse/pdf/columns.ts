import { baselines, type Fragment } from './fragments.ts';

/** What a part of a page must have to be a column of text, and not of a table. */
const LEAST_LINES = 4;
const PROSE_CHARS = 18;
const LEAST_PROSE = 0.5;
/** How many lines may run across the gap between two columns, as titles and captions do. */
const MOST_CROSSING = 0.3;
/** The narrowest gap between columns, in sizes of the letters. Spaces are narrower, in justified lines too. */
const LEAST_GAP = 0.8;
const STEP = 2;
const MOST_DEPTH = 4;

/**
 * The pieces of a page in reading order, as parts that are read from the top: columns one after the other, and what runs
 * across them in its place between. The cells of a table are left side by side.
 */
export function readingOrder(pieces: readonly Fragment[], depth = 0): readonly (readonly Fragment[])[] {
  const lines = baselines(pieces);
  const gutter = depth < MOST_DEPTH ? findGutter(lines) : undefined;
  if (gutter === undefined) return [pieces];
  const parts: (readonly Fragment[])[] = [];
  let band: (readonly Fragment[])[] = [];
  let across: Fragment[] = [];
  const flushBand = () => {
    const { left, right } = sidesOf(band, gutter);
    for (const side of [left, right]) if (side.length > 0) parts.push(...readingOrder(side, depth + 1));
    band = [];
  };
  for (const line of lines) {
    if (crosses(line, gutter)) {
      flushBand();
      across.push(...line);
      continue;
    }
    if (across.length > 0) parts.push(across);
    across = [];
    band.push(line);
  }
  flushBand();
  return across.length > 0 ? [...parts, across] : parts;
}

/** Whether a line goes on across x: a piece of it does, or the gap there is no wider than a space. */
function crosses(line: readonly Fragment[], x: number): boolean {
  let before = Number.NEGATIVE_INFINITY;
  let after = Number.POSITIVE_INFINITY;
  let size = 0;
  for (const piece of line) {
    if (piece.x0 < x - 0.5 && piece.x1 > x + 0.5) return true;
    if (piece.x1 <= x + 0.5) before = Math.max(before, piece.x1);
    else after = Math.min(after, piece.x0);
    size = Math.max(size, piece.size);
  }
  return after - before < LEAST_GAP * size;
}

const sidesOf = (lines: readonly (readonly Fragment[])[], x: number) => ({
  left: lines.flatMap((line) => line.filter(({ x1 }) => x1 <= x + 0.5)),
  right: lines.flatMap((line) => line.filter(({ x1 }) => x1 > x + 0.5)),
});

/** Where the gap between two columns is, if there are columns: the middle of where the fewest lines cross. */
function findGutter(lines: readonly (readonly Fragment[])[]): number | undefined {
  const pieces = lines.flat();
  const from = pieces.reduce((least, { x0 }) => Math.min(least, x0), Number.POSITIVE_INFINITY);
  const to = pieces.reduce((most, { x1 }) => Math.max(most, x1), Number.NEGATIVE_INFINITY);
  const margin = (to - from) * 0.15;
  let best = { x: from, width: 0, count: Number.POSITIVE_INFINITY };
  let last = Number.NEGATIVE_INFINITY;
  for (let x = from + margin; x < to - margin; x += STEP) {
    const count = lines.filter((line) => crosses(line, x)).length;
    if (count < best.count) best = { x, width: 0, count };
    else if (count === best.count && x - last < 1.5 * STEP) best.width += STEP;
    else continue;
    last = x;
  }
  if (best.count > lines.length * MOST_CROSSING) return undefined;
  const gutter = best.x + best.width / 2;
  const { left, right } = sidesOf(
    lines.filter((line) => !crosses(line, gutter)),
    gutter,
  );
  const sides = [baselines(left), baselines(right)];
  return sides.every((side) => side.length >= LEAST_LINES && isProse(side)) && standBeside(left, right) ? gutter : undefined;
}

const WIDE_LETTERS = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const isProse = (side: readonly (readonly Fragment[])[]): boolean => {
  const texts = side.map((line) => line.map(({ text }) => text).join(' '));
  return (
    texts.filter((text) => text.length >= (WIDE_LETTERS.test(text) ? PROSE_CHARS / 2 : PROSE_CHARS)).length >= texts.length * LEAST_PROSE
  );
};

/** Whether the two sides share some of their height. */
function standBeside(left: readonly Fragment[], right: readonly Fragment[]): boolean {
  const range = (side: readonly Fragment[]) => [Math.min(...side.map(({ y }) => y)), Math.max(...side.map(({ y }) => y))] as const;
  const [l0, l1] = range(left);
  const [r0, r1] = range(right);
  return Math.min(l1, r1) - Math.max(l0, r0) > 0.4 * Math.min(l1 - l0, r1 - r0);
}
