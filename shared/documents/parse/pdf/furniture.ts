import { baselines, type Fragment, joined } from './fragments.ts';

/** How much of a page's height its running header and footer may take. */
const MARGIN = 0.12;
/** Page numbers of books stand further in. */
const NUMBER_MARGIN = 0.18;
/** The share of pages on which a line is repeated when it is one; half of them where left and right pages differ. */
const LEAST_SHARE = 0.4;

const PAGE_NUMBER =
  /^[\s\-–—|[(]*(?:page|seite|p\.|pág(?:ina)?\.?|pagina|страница|стр\.|sayfa|strona|side|第|- )?\s*(?:\d{1,4}|[ivxlc]{1,7})\s*(?:(?:of|von|de|di|sur|из|z|av|\/|\|)\s*\d{1,4})?\s*(?:页|頁|ページ|쪽)?[\s\-–—|\])]*$/iu;

interface Page {
  readonly fragments: readonly Fragment[];
  readonly height: number;
}

/** The pages without their running headers, footers and page numbers. */
export function withoutFurniture(pages: readonly Page[]): readonly (readonly Fragment[])[] {
  const edges = pages.map(edgeLines);
  const counts = new Map<string, number>();
  for (const lines of edges) for (const key of new Set(lines.map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const offset = numberOffset(edges);
  const isRepeated = (line: Line, page: number) => {
    const count = counts.get(keyOf(line)) ?? 0;
    return (count >= 2 && count >= pages.length * LEAST_SHARE) || (offset !== undefined && numbersOf(line).includes(page + offset));
  };
  return pages.map(({ fragments }, i) => {
    const dropped = new Set(
      [...(edges[i] ?? []).filter((line) => isRepeated(line, i)).map((line) => line.fragments), ...pageNumbers(pages[i])].flat(),
    );
    // A page of nothing else says at least that.
    return dropped.size < fragments.length ? fragments.filter((fragment) => !dropped.has(fragment)) : fragments;
  });
}

/** The number that a line begins or ends with, as running headers do that name the chapter. */
const numbersOf = ({ text }: Line): readonly number[] =>
  [/^\d{1,4}(?=\s)/, /(?<=\s)\d{1,4}$/].flatMap((end) => (end.exec(text) ?? []).map(Number));

/** How far the numbers that are printed on pages are from the pages' own, where most pages agree on it. */
function numberOffset(edges: readonly (readonly Line[])[]): number | undefined {
  const counts = new Map<number, number>();
  for (const [page, lines] of edges.entries()) {
    for (const number of new Set(lines.flatMap(numbersOf))) counts.set(number - page, (counts.get(number - page) ?? 0) + 1);
  }
  const [offset, count] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0]);
  return count >= 3 && count >= edges.length / 2 ? offset : undefined;
}

/** The first or the last line of a page, where it is a number and stands alone. */
function pageNumbers(page: Page | undefined): readonly (readonly Fragment[])[] {
  if (!page) return [];
  const lines = baselines(page.fragments);
  const isOuter = (line: readonly Fragment[]) => Math.abs((line[0]?.y ?? 0) / page.height - 0.5) > 0.5 - NUMBER_MARGIN;
  return [lines[0], lines.at(-1)].flatMap((line) => (line && isOuter(line) && PAGE_NUMBER.test(textOf(line)) ? [line] : []));
}

const textOf = (line: readonly Fragment[]): string =>
  joined(line)
    .map(({ text }) => text.trim())
    .join(' ');

interface Line {
  readonly fragments: readonly Fragment[];
  readonly text: string;
  readonly edge: 'top' | 'bottom';
}

function edgeLines({ fragments, height }: Page): readonly Line[] {
  return baselines(fragments).flatMap((line): Line[] => {
    const y = line[0]?.y ?? 0;
    const text = textOf(line);
    if (y < height * MARGIN) return [{ fragments: line, text, edge: 'top' }];
    return y > height * (1 - MARGIN) ? [{ fragments: line, text, edge: 'bottom' }] : [];
  });
}

/** The same on every page but for its number. */
const keyOf = ({ text, edge }: Line): string => `${edge} ${text.replaceAll(/\d+/g, '#').toLowerCase()}`;
