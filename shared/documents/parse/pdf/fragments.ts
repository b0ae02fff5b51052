/** A piece of a line, upright: y grows downwards from the top of the page. */
export interface Fragment {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  /** Of the baseline. */
  readonly y: number;
  readonly size: number;
  readonly font: string;
  readonly isRightToLeft: boolean;
}

/** What the PDF library says of a run of characters. */
export interface TextItem {
  readonly str: string;
  readonly dir: string;
  /** a, b, c, d, e, f of PDF's text matrix. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly fontName: string;
}

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Pieces on one baseline with a gap above this many times their size are cells or columns; justified lines stay below it. */
const WIDE_GAP = 1.7;
/** A gap above this is a space. */
const SPACE = 0.15;
const QUARTERS = 4;

/**
 * The text of a page as upright fragments, by the direction in which most of it runs, other directions after it. What
 * runs askew is a watermark.
 */
export function fragmentsOf(items: readonly TextItem[], page: PageSize): readonly (readonly Fragment[])[] {
  const turned = Array.from({ length: QUARTERS }, (): Fragment[] => []);
  for (const item of items) {
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = item.transform;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: fonts without a map to Unicode give these
    const text = item.str.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, ' ').replaceAll(/\s+/g, ' ');
    if (text.trim() === '') continue;
    const quarter = Math.atan2(b, a) / (Math.PI / 2);
    if (Math.abs(quarter - Math.round(quarter)) > 0.05) continue;
    const turn = (Math.round(quarter) + QUARTERS) % QUARTERS;
    const [x, y] = upright(turn, e, f, page);
    const size = Math.hypot(c, d);
    turned[turn]?.push({ text, x0: x, x1: x + item.width, y, size, font: item.fontName, isRightToLeft: item.dir === 'rtl' });
  }
  return turned.filter((group) => group.length > 0).toSorted((a, b) => charsOf(b) - charsOf(a));
}

const charsOf = (fragments: readonly Fragment[]): number => fragments.reduce((sum, { text }) => sum + text.length, 0);

function upright(turn: number, x: number, y: number, { width, height }: PageSize): readonly [number, number] {
  const turns: readonly (readonly [number, number])[] = [
    [x, height - y],
    [y, x],
    [width - x, y],
    [height - y, width - x],
  ];
  return turns[turn] ?? [x, y];
}

/** The pieces of a line joined, from the left, but where wide gaps cut it. */
export function joined(line: readonly Fragment[]): readonly Fragment[] {
  const fragments: Fragment[] = [];
  for (const piece of line) {
    const last = fragments.at(-1);
    const gap = last ? piece.x0 - last.x1 : Number.POSITIVE_INFINITY;
    // Bold is sometimes made by printing twice.
    if (last && piece.x0 < last.x1 - 0.5 * piece.size && last.text.endsWith(piece.text.trim())) continue;
    if (!last || gap > WIDE_GAP * Math.max(last.size, piece.size)) fragments.push(piece);
    else fragments[fragments.length - 1] = join(last, piece, gap > SPACE * piece.size);
  }
  return fragments;
}

function join(a: Fragment, b: Fragment, spaced: boolean): Fragment {
  const [first, second] = a.isRightToLeft && b.isRightToLeft ? [b, a] : [a, b];
  const space = spaced && !first.text.endsWith(' ') && !second.text.startsWith(' ') ? ' ' : '';
  const leading = a.text.length >= b.text.length ? a : b;
  return { ...leading, text: first.text + space + second.text, x0: Math.min(a.x0, b.x0), x1: Math.max(a.x1, b.x1) };
}

/** Fragments as lines, from the top, each from the left. A raised or lowered figure is on the line that it belongs to. */
export function baselines<T extends Pick<Fragment, 'x0' | 'y' | 'size'>>(pieces: readonly T[]): readonly (readonly T[])[] {
  const lines: T[][] = [];
  for (const piece of pieces.toSorted((a, b) => a.y - b.y || a.x0 - b.x0)) {
    const line = lines.at(-1);
    const tallest = line?.reduce((best, each) => (each.size > best.size ? each : best));
    if (line && tallest && Math.abs(piece.y - tallest.y) < 0.45 * Math.max(tallest.size, piece.size)) line.push(piece);
    else lines.push([piece]);
  }
  return lines.map((line) => line.toSorted((a, b) => a.x0 - b.x0));
}
