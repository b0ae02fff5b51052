const ONE = String.raw`[SsＳ] ?\p{Nd}{1,3}`;
/** `[S1]`, `[S1, S3]`, `[S1-3]`, `［S1］`, `【S1】`, `[^S1]`, `(S1)`, with an address behind it or not. */
const GROUP = new RegExp(
  String.raw`(?<before>[^\S\n]*)(?:[\[［【〔]\s*\^?${ONE}(?:\s*(?:[,;、，；&/+–—-]|and|und|y|et|と|和)?\s*[SsＳ]? ?\p{Nd}{1,3})*\s*[\]］】〕](?:\([^)\s]*\))?|(?<round>[(（]\s*${ONE}(?:\s*[,;、，；]\s*${ONE})*\s*[)）]))`,
  'gu',
);
const RANGE = /(\d+)\s*[–—-]\s*s? ?(\d+)/g;
const LONGEST_RANGE = 12;

/** Markers as they are everywhere behind this file. */
export const MARKER = /\[S\d+\]/g;

export const markerOf = (number: number): string => `[S${number}]`;

/** A text whose markers are all `[S1]` and all of something. */
export interface Resolved {
  readonly text: string;
  /** Markers of nothing that was given, as they were written, each time. */
  readonly unresolved: readonly string[];
}

/**
 * Puts the markers of a reply right: other ways to write them become `[S1]`, those of nothing that was given are taken out. What is
 * in round brackets is a marker only where it could be nothing else: a passage may well speak of a switch (S1).
 */
export function resolveMarkers(text: string, given: ReadonlySet<string>, isWord: (word: string) => boolean): Resolved {
  const unresolved: string[] = [];
  const resolved = text.replaceAll(GROUP, (whole: string, ...args: unknown[]) => {
    const groups = args.at(-1) as { readonly before: string; readonly round?: string };
    const numbers = numbersIn(whole.slice(groups.before.length));
    if (groups.round && numbers.some((number) => !given.has(markerOf(number)) || isWord(`s${number}`))) return whole;
    const markers = [...new Set(numbers.map(markerOf))];
    unresolved.push(...markers.filter((marker) => !given.has(marker)));
    const kept = markers.filter((marker) => given.has(marker)).join('');
    return kept && `${groups.before}${kept}`;
  });
  return { text: resolved, unresolved };
}

function numbersIn(group: string): readonly number[] {
  const plain = group
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\]\([^)]*\)$/, ']')
    .replaceAll(RANGE, (whole: string, from: string, to: string) => {
      const length = Number(to) - Number(from) + 1;
      if (length < 2 || length > LONGEST_RANGE) return whole;
      return Array.from({ length }, (_, i) => Number(from) + i).join(',');
    });
  return (plain.match(/\d+/g) ?? []).map(Number);
}

/** What a document says, with nothing in it that could pass for a marker of ours. */
export const withoutMarkers = (text: string): string =>
  text.replaceAll(/([[［【〔])(?=[\s\p{Cf}]*\^?[\s\p{Cf}]*[SsＳ][\s\p{Cf}]*\p{Nd})/gu, '$1·');
