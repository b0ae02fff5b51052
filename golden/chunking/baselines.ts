import type { Range } from '../../shared/documents/parse/segments.ts';

/** Windows of `size` characters, each `overlap` before the end of the last. Cuts wherever that falls. */
export function fixedWindow(text: string, size: number, overlap: number): readonly Range[] {
  const windows: Range[] = [];
  for (let start = 0; start < text.length; start += size - overlap) {
    windows.push({ start, end: Math.min(text.length, start + size) });
    if (start + size >= text.length) break;
  }
  return windows;
}

/** The separators that LangChain's splitter comes with, the best place to cut first. */
const SEPARATORS = ['\n\n', '\n', ' ', ''] as const;

/**
 * LangChain's RecursiveCharacterTextSplitter with its own defaults: separators kept at the start of what follows them,
 * white space stripped. Splits at the first separator that occurs, merges the parts up to `size` characters, and splits
 * parts that are too long at the next separator; a chunk starts with whole parts of the one before it, `overlap`
 * characters of them at most.
 */
export function recursiveCharacter(text: string, size: number, overlap: number): readonly Range[] {
  return split(text, { start: 0, end: text.length }, SEPARATORS, size, overlap)
    .map((range) => stripped(text, range))
    .filter(({ start, end }) => start < end);
}

function split(text: string, range: Range, separators: readonly string[], size: number, overlap: number): readonly Range[] {
  const found = separators.findIndex((separator) => separator === '' || text.slice(range.start, range.end).includes(separator));
  const separator = separators[found] ?? '';
  const finer = separator === '' ? [] : separators.slice(found + 1);
  const chunks: Range[] = [];
  let good: Range[] = [];
  for (const part of parts(text, range, separator)) {
    if (part.end - part.start < size) {
      good.push(part);
      continue;
    }
    chunks.push(...merge(good, size, overlap));
    good = [];
    chunks.push(...(finer.length === 0 ? [part] : split(text, part, finer, size, overlap)));
  }
  return [...chunks, ...merge(good, size, overlap)];
}

/** `range` cut before each separator; the parts join to it. */
function parts(text: string, { start, end }: Range, separator: string): readonly Range[] {
  const cuts = [start];
  if (separator === '') {
    for (let at = start + 1; at < end; at++) cuts.push(at);
  } else {
    for (let at = text.indexOf(separator, start); at >= 0 && at < end; at = text.indexOf(separator, at + separator.length)) {
      if (at > start) cuts.push(at);
    }
  }
  return cuts.map((from, i) => ({ start: from, end: cuts[i + 1] ?? end }));
}

function merge(ranges: readonly Range[], size: number, overlap: number): readonly Range[] {
  const merged: Range[] = [];
  let current: Range[] = [];
  const total = () => (current.at(-1)?.end ?? 0) - (current[0]?.start ?? 0);
  const emit = () => {
    const [first, last] = [current[0], current.at(-1)];
    if (first && last) merged.push({ start: first.start, end: last.end });
  };
  for (const range of ranges) {
    const length = range.end - range.start;
    if (total() + length > size && current.length > 0) {
      emit();
      while (current.length > 0 && (total() > overlap || total() + length > size)) current = current.slice(1);
    }
    current.push(range);
  }
  emit();
  return merged;
}

function stripped(text: string, { start, end }: Range): Range {
  const body = text.slice(start, end);
  return { start: start + body.length - body.trimStart().length, end: end - (body.length - body.trimEnd().length) };
}
