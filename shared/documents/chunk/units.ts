import type { List, RootContent, Table } from 'mdast';
import type { Range } from '../parse/segments.ts';
import { sentences, words } from './sentences.ts';

/** The smallest piece that the chunker keeps whole. Positions are offsets in the document's text. */
export interface Unit extends Range {
  /** Prose can lend its last sentences to the next chunk; a row, an item or a line of code can't. */
  readonly kind: 'prose' | 'item' | 'row' | 'code';
  /** How good a place the gap before it is to cut at: 2 between blocks, 1 between items, 0 inside a block. */
  readonly gap: 0 | 1 | 2;
  /** For a table's row: its header row and the line below it. */
  readonly header?: string;
}

/** Cuts blocks into units, in order. A block that is longer than `limit` falls apart into its parts, down to words. */
export const units = (text: string, blocks: readonly RootContent[], limit: number): readonly Unit[] =>
  blocks.flatMap((block, i) => {
    const [first, ...rest] = unitsOf(text, block, limit);
    return first ? [{ ...first, gap: gapBefore(text, blocks[i - 1]) }, ...rest] : [];
  });

function unitsOf(text: string, block: RootContent, limit: number): readonly Unit[] {
  const range = rangeOf(block);
  if (block.type === 'table') return rows(text, block, limit);
  if (block.type === 'list') return items(text, block, limit);
  if (fits(range, limit)) return [{ ...range, kind: block.type === 'code' ? 'code' : 'prose', gap: 2 }];
  if (block.type === 'code') return lines(text, range, limit);
  if (block.type === 'blockquote' || block.type === 'footnoteDefinition') return units(text, block.children, limit);
  return within(text, sentences(text, range), limit).map((part) => ({ ...part, kind: 'prose', gap: 0 }));
}

/** Items, each with its nested lists. One that is too long falls apart into the blocks in it. */
const items = (text: string, list: List, limit: number): readonly Unit[] =>
  list.children.flatMap((item): readonly Unit[] => {
    const range = rangeOf(item);
    if (fits(range, limit)) return [{ ...range, kind: 'item', gap: 1 }];
    const [first, ...rest] = units(text, item.children, limit);
    // The marker (`- `, `3. `) belongs to the first block of the item.
    return first
      ? [{ ...first, start: range.start, gap: 1 }, ...rest.map((unit): Unit => ({ ...unit, gap: unit.gap === 2 ? 1 : unit.gap }))]
      : [];
  });

/** Rows; the first holds the header too, the others know it, so that a chunk that starts with one can repeat it. */
function rows(text: string, table: Table, limit: number): readonly Unit[] {
  const [head, first, ...rest] = table.children.map(rangeOf);
  if (!head) return [];
  const header = first && text.slice(head.start, first.start).trimEnd();
  const opening: Unit = { start: head.start, end: (first ?? rangeOf(table)).end, kind: 'row', gap: 2 };
  const following = rest.map((row): Unit => ({ ...row, kind: 'row', gap: 0, ...(header ? { header } : {}) }));
  return [opening, ...following].flatMap((row) => within(text, [row], limit).map((part) => ({ ...row, ...part })));
}

/** Lines of code; a gap after a blank line is the better one. */
function lines(text: string, { start, end }: Range, limit: number): readonly Unit[] {
  const all = Array.from(text.slice(start, end).matchAll(/[^\n]*\n|[^\n]+$/g), ({ 0: line, index }) => ({
    line,
    start: start + index,
    end: start + index + line.length,
  }));
  return all.flatMap(({ start, end }, i) => {
    const gap = all[i - 1]?.line.trim() === '' ? 1 : 0;
    return within(text, [{ start, end }], limit).map((part, j): Unit => ({ ...part, kind: 'code', gap: j === 0 ? gap : 0 }));
  });
}

const fits = ({ start, end }: Range, limit: number): boolean => end - start <= limit;

/** `ranges`, those that are too long cut at words. */
const within = (text: string, ranges: readonly Range[], limit: number): readonly Range[] =>
  ranges.flatMap((range) =>
    fits(range, limit)
      ? [range]
      : fill(
          words(text, range).flatMap((word) => hardCut(text, word, limit)),
          limit,
        ),
  );

function fill(ranges: readonly Range[], limit: number): readonly Range[] {
  const filled: Range[] = [];
  for (const range of ranges) {
    const last = filled.at(-1);
    if (last && range.end - last.start <= limit) filled[filled.length - 1] = { start: last.start, end: range.end };
    else filled.push(range);
  }
  return filled;
}

/** A word longer than a chunk is no word (base64, a minified file): it is cut where the limit falls, between characters. */
function hardCut(text: string, { start, end }: Range, limit: number): readonly Range[] {
  const cuts: Range[] = [];
  for (let from = start; from < end; from = cuts.at(-1)?.end ?? end) {
    const to = Math.min(end, from + limit);
    const splitsPair = to < end && /[\ud800-\udbff]/.test(text.charAt(to - 1));
    cuts.push({ start: from, end: splitsPair ? to - 1 : to });
  }
  return cuts;
}

/** A block stays with a line that announces it: after "… as follows:" is no good place to cut. */
const gapBefore = (text: string, before: RootContent | undefined): Unit['gap'] =>
  before && /[:：]$/.test(text.charAt(rangeOf(before).end - 1)) ? 1 : 2;

function rangeOf(node: Pick<RootContent, 'position' | 'type'>): Range {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (start === undefined || end === undefined) throw new TypeError(`a ${node.type} without a position: parsers must give offsets`);
  return { start, end };
}
