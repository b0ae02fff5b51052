import { baselines, type Fragment, joined } from './fragments.ts';

/** A line of a column, with its cells where wide gaps cut it. */
export interface Line {
  readonly cells: readonly Fragment[];
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  /** The size and the font of most of its characters. */
  readonly size: number;
  readonly font: string;
}

const MARKER = /^(?:[•▪■●○◦‣·*–—-]|[\uf0b7\uf0a7]|\(?(?:\d{1,3}(?:\.\d{1,3})*|[a-zA-Z]|[ivx]{1,5})[.)]|\.\d{1,3}|\d{1,3}(?:\.\d{1,3})+)$/u;

/** Lines of a part of a page, from the top. A number or a bullet belongs to what follows it, however far that stands off. */
export const linesOf = (part: readonly Fragment[]): readonly Line[] =>
  baselines(part)
    .map(joined)
    .map((fragments) => {
      const isRightToLeft = fragments.filter((each) => each.isRightToLeft).length > fragments.length / 2;
      const ordered = isRightToLeft ? fragments.toReversed() : fragments;
      const cells: Fragment[] = [];
      for (const fragment of ordered) {
        const last = cells.at(-1);
        const text = fragment.text.replaceAll(/(?:\s*[.…·_]\s*){5,}/g, ' ').trim();
        if (text === '') continue;
        if (last && cells.length === 1 && MARKER.test(last.text)) cells[0] = { ...fragment, text: `${last.text} ${text}`, x0: last.x0 };
        else cells.push({ ...fragment, text });
      }
      const longest = cells.reduce((best, cell) => (cell.text.length > best.text.length ? cell : best), cells[0] ?? ordered[0] ?? EMPTY);
      return {
        cells,
        text: cells.map(({ text }) => text).join(' '),
        x0: Math.min(...ordered.map(({ x0 }) => x0)),
        x1: Math.max(...ordered.map(({ x1 }) => x1)),
        y: longest.y,
        size: longest.size,
        font: longest.font,
      };
    })
    // A row of dashes is a rule.
    .filter(({ text }) => /[^\s=_*.~–—-]/.test(text));

const EMPTY: Fragment = { text: '', x0: 0, x1: 0, y: 0, size: 0, font: '', isRightToLeft: false };

/** A line that opens an item: its marker, and the rest. */
export const itemOf = (text: string): { readonly marker: string; readonly rest: string } | undefined => {
  const [, marker, rest] =
    /^([•▪■●○◦‣·\uf0b7\uf0a7]|[–—*-](?=\s)|(?:\d{1,3}\.|\(?(?:\d{1,2}|[a-zA-Z])\)|[a-zA-Z]\.)(?=\s))\s*(\S[\s\S]*)$/u.exec(text) ?? [];
  return marker && rest ? { marker, rest } : undefined;
};
