import type { Range } from '../parse/segments.ts';

/** The pages that a range stands on, as people write them; nothing in a document without pages. */
export function locator(pages: readonly number[] | undefined, { start, end }: Range): { readonly locator?: string } {
  if (!pages || pages.length === 0) return {};
  const first = pageAt(pages, start);
  const last = pageAt(pages, Math.max(start, end - 1));
  return { locator: first === last ? `p. ${first}` : `pp. ${first}–${last}` };
}

/** The number of the page that an offset is on, the first is 1: the pages that start at it or before it. */
const pageAt = (pages: readonly number[], offset: number): number => {
  const next = pages.findIndex((start) => start > offset);
  return Math.max(1, next < 0 ? pages.length : next);
};
