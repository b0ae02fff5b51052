import type { List, ListItem, RootContent } from 'mdast';
import type { Range } from '../parse/segments.ts';
import { codeUnits } from './code.ts';
import { withMarkers } from './lines.ts';
import { announces, proseUnits } from './prose.ts';
import { htmlRows, isTabular, lineRows, tableRows } from './rows.ts';

/** How good a place to cut the gap before a unit is, the best first. */
export type Gap =
  /** Between blocks: paragraphs, lists, functions. */
  | 'block'
  /** Between the parts of a block that stand for themselves: items, rows, blank lines of code. */
  | 'part'
  /** Between sentences. */
  | 'sentence'
  /** Inside a sentence or a line, or between lines of code. */
  | 'inside'
  /** After a line that announces what follows: a heading, a caption, "… as follows:". */
  | 'bound';

/** The smallest piece that the chunker keeps whole. Positions are offsets in the document's text. */
export interface Unit extends Range {
  /** Prose can lend its last sentences to the next chunk; a row, an item or a line of code can't. */
  readonly kind: 'prose' | 'item' | 'row' | 'code';
  readonly gap: Gap;
  /** For a table's row after the first: its header row and the line below it. */
  readonly header?: string;
}

export interface Limits {
  /** No unit is longer. Code, tables and lists that are not stay whole. */
  readonly maxChars: number;
  /** Prose that is longer falls apart into its sentences. */
  readonly targetChars: number;
}

/** A text and what its words are cut by. */
export interface Source {
  readonly text: string;
  readonly language: string;
}

/** Cuts blocks into units, in order. A block that is too long falls apart into its parts, down to words. */
export function units(source: Source, blocks: readonly RootContent[], limits: Limits): readonly Unit[] {
  const found: Unit[] = [];
  for (const [i, block] of blocks.entries()) {
    const before = blocks[i - 1];
    const announcing = before && announces(source.text, rangeOf(before), before.type) ? found.at(-1) : undefined;
    // What announces a block goes with it, so that they have to fit together.
    const room = announcing ? limits.maxChars - (rangeOf(block).start - announcing.start) : limits.maxChars;
    const [first, ...rest] = unitsOf(source, block, limits, room);
    if (first) found.push({ ...first, gap: announcing || continues(block) ? 'bound' : 'block' });
    for (const unit of rest) found.push(unit);
  }
  return found;
}

/** Steps that go on after something that is not indented as part of the step before, a block of code mostly. */
const continues = (block: RootContent): boolean => block.type === 'list' && (block.start ?? 1) > 1;

function unitsOf(source: Source, block: RootContent, limits: Limits, room: number): readonly Unit[] {
  const range = withMarkers(source.text, rangeOf(block));
  const whole = (kind: Unit['kind'], limit: number): readonly Unit[] | undefined =>
    fits(range, limit) ? [{ ...range, kind, gap: 'block' }] : undefined;
  if (block.type === 'list') return whole('item', room) ?? items(source, block, limits);
  if (block.type === 'table') return whole('row', room) ?? tableRows(source, block.children.map(rangeOf), limits);
  if (block.type === 'code') return whole('code', limits.maxChars) ?? codeUnits(source, range, limits);
  if (block.type === 'html' && /<tr\b/i.test(block.value)) return whole('row', room) ?? htmlRows(source, range, limits);
  if (block.type === 'blockquote' || block.type === 'footnoteDefinition') {
    return whole('prose', limits.targetChars) ?? container(source, range, block.children, limits);
  }
  if (isTabular(source.text, range)) return whole('row', room) ?? lineRows(source, range, limits);
  return proseUnits(source, range, limits);
}

/** Items, each with its nested lists. One that is too long falls apart into the blocks in it. */
const items = (source: Source, list: List, limits: Limits): readonly Unit[] =>
  list.children.flatMap((item: ListItem): readonly Unit[] => {
    const range = withMarkers(source.text, rangeOf(item));
    if (fits(range, limits.maxChars)) return [{ ...range, kind: 'item', gap: 'part' }];
    const [first, ...rest] = container(source, range, item.children, limits);
    return first ? [{ ...first, gap: 'part' }, ...rest.map((unit): Unit => (unit.gap === 'block' ? { ...unit, gap: 'part' } : unit))] : [];
  });

/** The blocks in a list item or a quotation. Its marker (`3. `, `> `) belongs to the first. */
function container(source: Source, { start }: Range, children: readonly RootContent[], limits: Limits): readonly Unit[] {
  const marker = children[0] ? rangeOf(children[0]).start - start : 0;
  const maxChars = Math.max(0, limits.maxChars - marker);
  const [first, ...rest] = units(source, children, { maxChars, targetChars: Math.min(limits.targetChars, maxChars) });
  return first ? [{ ...first, start }, ...rest] : [];
}

const fits = ({ start, end }: Range, limit: number): boolean => end - start <= limit;

function rangeOf(node: Pick<RootContent, 'position' | 'type'>): Range {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (start === undefined || end === undefined) throw new TypeError(`a ${node.type} without a position: parsers must give offsets`);
  return { start, end };
}
