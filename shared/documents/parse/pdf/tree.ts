import type { List, RootContent } from 'mdast';
import { heading, item, list, paragraph, table, text } from '../build.ts';
import { type Block, joinLines } from './blocks.ts';

/** A line this much larger than the body is a heading. */
const LARGER = 1.15;
const MOST_HEADING_LINES = 3;
const LONGEST_HEADING_CHARS = 160;
const LONGEST_PLAIN_HEADING_CHARS = 80;
const DEEPEST = 4;

interface Body {
  readonly size: number;
  readonly font: string;
}

/** Blocks as a tree. `outline` gives the depths of the headings that the document's bookmarks name. */
export function treeOf(blocks: readonly Block[], outline: ReadonlyMap<string, number>, hyphenated: ReadonlySet<string>): RootContent[] {
  const body = bodyOf(blocks);
  const depthOfSize = sizesOf(blocks, body);
  const nodes: RootContent[] = [];
  let page = 0;
  let open: { readonly block: Block; readonly node: RootContent } | undefined;
  for (const [i, block] of blocks.entries()) {
    const depth = headingDepth(block, { before: blocks[i - 1], next: blocks[i + 1] }, body, depthOfSize, outline);
    const starts = block.page > page;
    page = block.page;
    if (open && depth === undefined && continues(open.block, block)) {
      extend(open.node, block, starts ? page : undefined, hyphenated);
      open = { block, node: open.node };
      continue;
    }
    const node = depth === undefined ? nodeOf(block, nodes.at(-1)) : heading(depth, block.kind === 'table' ? '' : full(block));
    open = node && depth === undefined ? { block, node } : undefined;
    if (node === undefined) continue;
    if (starts) node.data = { page };
    nodes.push(node);
  }
  return nodes;
}

/** The size and font of most of the text. */
function bodyOf(blocks: readonly Block[]): Body {
  const most = (key: (line: { size: number; font: string }) => string) => {
    const chars = new Map<string, number>();
    for (const block of blocks) {
      if (block.kind === 'table') continue;
      for (const line of block.lines) chars.set(key(line), (chars.get(key(line)) ?? 0) + line.text.length);
    }
    return [...chars].reduce((best, each) => (each[1] > best[1] ? each : best), ['0', 0])[0];
  };
  return { size: Number(most(({ size }) => size.toFixed(1))), font: most(({ font }) => font) };
}

/** Depths of the sizes that headings are set in, the largest first. */
function sizesOf(blocks: readonly Block[], body: Body): ReadonlyMap<number, number> {
  const sizes = blocks.flatMap((block) => (block.kind !== 'table' && isLarge(block, body) ? [roundedSize(block)] : []));
  const distinct = [...new Set(sizes)].toSorted((a, b) => b - a);
  return new Map(distinct.map((size, i) => [size, Math.min(i + 1, DEEPEST)]));
}

type Lines = Exclude<Block, { kind: 'table' }>;

const roundedSize = ({ lines }: Lines): number => Math.round((lines[0]?.size ?? 0) * 2) / 2;
const full = (block: Lines): string => (block.kind === 'item' ? `${block.marker} ${block.text}` : block.text).replaceAll('\n', ' ');

const isLarge = (block: Lines, { size }: Body): boolean =>
  (block.lines[0]?.size ?? 0) >= size * LARGER &&
  block.lines.length <= MOST_HEADING_LINES &&
  block.lines.every(({ cells }) => cells.length === 1) &&
  full(block).length <= LONGEST_HEADING_CHARS &&
  /\p{L}/u.test(block.text);

/** Whether a block is of the same size as the text below it: then that size is the body's here. */
const isBodyHere = (block: Lines, next: Block | undefined): boolean =>
  next !== undefined &&
  next.kind !== 'table' &&
  next.text.length > LONGEST_HEADING_CHARS &&
  Math.abs((next.lines[0]?.size ?? 0) - (block.lines[0]?.size ?? 0)) < 0.5 &&
  next.lines[0]?.font === block.lines[0]?.font;

function headingDepth(
  block: Block,
  { before, next }: { readonly before: Block | undefined; readonly next: Block | undefined },
  body: Body,
  sizes: ReadonlyMap<number, number>,
  outline: ReadonlyMap<string, number>,
): number | undefined {
  if (block.kind === 'table') return undefined;
  const named = outline.get(outlineKey(full(block)));
  if (named !== undefined) return named;
  if (isLarge(block, body) && !isBodyHere(block, next)) return sizes.get(roundedSize(block));
  return isPlainHeading(block, next, body) && !isSameFont(block, before) ? Math.min(Math.max(sizes.size + 1, 2), DEEPEST) : undefined;
}

/** A heading in the body's size: a line of its own in another font, above text in the body's. */
function isPlainHeading(block: Lines, next: Block | undefined, body: Body): boolean {
  const [line, ...others] = block.lines;
  if (!line || others.length > 0 || line.font === body.font || line.cells.length > 1 || line.size < body.size * 0.95) return false;
  if (!next || next.kind === 'table' || next.lines[0]?.font !== body.font || next.text.length < LONGEST_PLAIN_HEADING_CHARS) return false;
  const words = full(block);
  return (
    words.length <= LONGEST_PLAIN_HEADING_CHARS && /^[\p{Lu}\p{Lo}\d]/u.test(words) && /\p{L}/u.test(words) && !/[.,;:!?]$/.test(words)
  );
}

/** Lines in another font that follow each other are a listing. */
const isSameFont = (block: Lines, before: Block | undefined): boolean =>
  before !== undefined && before.kind !== 'table' && before.lines.at(-1)?.font === block.lines[0]?.font;

/** A heading as bookmarks have it: with or without its number. */
export const outlineKey = (title: string): string =>
  title
    .toLowerCase()
    .replace(/^[\divx]+(?:\.\d+)*[.)]?\s+/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Whether a paragraph goes on where a column or a page ended in the middle of a sentence. */
const continues = (before: Block, after: Block): boolean =>
  before.kind !== 'table' &&
  after.kind === 'text' &&
  (before.page !== after.page || (before.lines.at(-1)?.y ?? 0) > (after.lines[0]?.y ?? 0)) &&
  /[\p{L}\p{N},;-]$/u.test(before.text) &&
  /^\p{Ll}/u.test(after.text) &&
  Math.abs((before.lines.at(-1)?.size ?? 0) - (after.lines[0]?.size ?? 0)) < 0.5;

/** Adds a block to the paragraph or the item that it goes on with. */
function extend(node: RootContent, block: Block, page: number | undefined, hyphenated: ReadonlySet<string>): void {
  const target = node.type === 'list' ? node.children.at(-1)?.children.at(-1) : node;
  if (target?.type !== 'paragraph' || block.kind === 'table') return;
  const last = target.children.at(-1);
  if (last?.type !== 'text') return;
  const joined = joinLines(last.value, block.text, hyphenated);
  const added = text(block.text);
  last.value = joined.slice(0, joined.length - block.text.length);
  if (page !== undefined) added.data = { page };
  target.children.push(added);
}

/** Undefined for an item that joins the list before it. */
function nodeOf(block: Block, before: RootContent | undefined): RootContent | undefined {
  if (block.kind === 'table') return table(block.rows);
  if (block.kind === 'text') return paragraph(block.text);
  // Numbers stay as they are written, for they are referred to.
  const number = /^\d+\.$/.test(block.marker) ? Number.parseInt(block.marker, 10) : undefined;
  const words = number !== undefined || /^\W$/u.test(block.marker) ? block.text : `${block.marker} ${block.text}`;
  const ordered = number !== undefined;
  if (before?.type === 'list' && before.ordered === ordered && (!ordered || number === nextNumber(before))) {
    before.children.push(item(paragraph(words)));
    return undefined;
  }
  const started: List = list([item(paragraph(words))], ordered);
  return ordered ? { ...started, start: number } : started;
}

const nextNumber = ({ start, children }: List): number => (start ?? 1) + children.length;
