import type { List, ListItem, Nodes, Parents, PhrasingContent, Root, RootContent, Table, TableRow } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';

declare module 'unist' {
  interface Data {
    /** Marks the node with which a page starts, for formats that have pages. */
    page?: number;
    /** Of a row without cells: how it is written. Nodes for a million cells take up more memory than all the rest. */
    line?: string;
  }
}

interface Out {
  readonly parts: string[];
  length: number;
  /** What every line starts with at this depth. */
  indent: string;
  /** Where each page starts, by its number. */
  readonly pages: Map<number, number>;
}

/**
 * Writes a tree as text in the manner of Markdown and puts the positions of the blocks, as offsets in it, on the tree.
 * Words stay as they are, for an escaped identifier would no longer be found: only the pipes of table cells are escaped.
 * Nodes without text are taken out. `pages` are where the pages start that nodes are marked with, one for each.
 */
export function write(tree: Root): { readonly text: string; readonly pages: readonly number[] } {
  forget(tree);
  prune(tree);
  const out: Out = { parts: [], length: 0, indent: '', pages: new Map() };
  blocks(out, tree.children, '\n\n');
  return { text: out.parts.join(''), pages: starts(out.pages) };
}

/** A page without text starts where the next one does. */
function starts(pages: ReadonlyMap<number, number>): readonly number[] {
  const last = Math.max(0, ...pages.keys());
  const offsets: number[] = [];
  for (let page = last; page >= 1; page--) offsets.unshift(pages.get(page) ?? offsets[0] ?? 0);
  return offsets;
}

/** Positions in what the tree was made from are none in the text. */
function forget(node: Nodes): void {
  delete node.position;
  if ('children' in node) for (const child of node.children) forget(child);
}

const isMeaningful = (node: RootContent): boolean => node.type === 'thematicBreak' || node.type === 'image' || textOf(node).trim() !== '';

/** In the others a space is a node of its own, and means something. */
const HOLDS_BLOCKS = new Set(['list', 'listItem', 'blockquote', 'footnoteDefinition', 'table']);

/** Takes out what would be an empty line, and hands its page mark to what follows. */
function prune(parent: Parents): void {
  let page: number | undefined;
  const kept = parent.children.filter((child) => {
    if (HOLDS_BLOCKS.has(child.type) && 'children' in child) prune(child);
    const keep = child.type === 'tableRow' || isMeaningful(child);
    if (keep && page !== undefined) child.data = { page, ...child.data };
    page = keep ? undefined : (child.data?.page ?? page);
    return keep;
  });
  Object.assign(parent, { children: kept });
}

function put(out: Out, text: string): void {
  // Soft hyphens and zero-width spaces are hints for a line's end in the middle of a word.
  const words = text.replaceAll(/[\u00ad\u200b]/g, '');
  const indented = out.indent ? words.replaceAll('\n', `\n${out.indent}`) : words;
  out.parts.push(indented);
  out.length += indented.length;
}

function blocks(out: Out, nodes: readonly RootContent[], gap: string): void {
  for (const [i, node] of nodes.entries()) {
    if (i > 0) put(out, gap);
    placed(out, node, () => block(out, node));
  }
}

/** Writes a node and notes where it came to stand. */
function placed(out: Out, node: RootContent, body: () => void): void {
  if (node.data?.page !== undefined) out.pages.set(node.data.page, out.length);
  const start = at(out.length);
  body();
  node.position = { start, end: at(out.length) };
}

/** A unist point. Only the offset is used here. */
const at = (offset: number) => ({ line: 1, column: 1, offset });

type Blocks = { readonly [Type in RootContent['type']]?: (out: Out, node: Extract<RootContent, { type: Type }>) => void };

const BLOCKS: Blocks = {
  heading(out, node) {
    put(out, `${'#'.repeat(node.depth)} `);
    inline(out, node.children, (text) => text.replaceAll(/\s+/g, ' '));
  },
  paragraph: (out, node) => inline(out, node.children),
  blockquote(out, node) {
    put(out, '> ');
    indented(out, '> ', () => blocks(out, node.children, '\n\n'));
  },
  list,
  table,
  code(out, { value, lang }) {
    const longest = value.match(/`{3,}/g)?.reduce((most, run) => Math.max(most, run.length), 0) ?? 0;
    const fence = '`'.repeat(Math.max(3, longest + 1));
    put(out, `${fence}${lang ?? ''}\n${value}\n${fence}`);
  },
  thematicBreak: (out) => put(out, '---'),
};

function block(out: Out, node: RootContent): void {
  const writer = BLOCKS[node.type] as ((out: Out, node: RootContent) => void) | undefined;
  if (writer) writer(out, node);
  else put(out, textOf(node));
}

function indented(out: Out, by: string, body: () => void): void {
  const before = out.indent;
  out.indent = before + by;
  body();
  out.indent = before;
}

function list(out: Out, node: List): void {
  for (const [i, item] of node.children.entries()) {
    if (i > 0) put(out, node.spread ? '\n\n' : '\n');
    const marker = node.ordered ? `${(node.start ?? 1) + i}. ` : '- ';
    placed(out, item, () => listItem(out, item, marker));
  }
}

function listItem(out: Out, item: ListItem, marker: string): void {
  put(out, marker);
  indented(out, ' '.repeat(marker.length), () => blocks(out, item.children, item.spread ? '\n\n' : '\n'));
}

function table(out: Out, node: Table): void {
  const columns = node.children[0]?.children.length ?? 0;
  for (const [i, row] of node.children.entries()) {
    if (i > 0) put(out, '\n');
    placed(out, row, () => tableRow(out, row));
    if (i === 0) put(out, `\n|${' --- |'.repeat(columns)}`);
  }
}

function tableRow(out: Out, row: TableRow): void {
  if (row.data?.line !== undefined) {
    put(out, row.data.line);
    delete row.data;
    return;
  }
  put(out, '|');
  for (const cell of row.children) {
    put(out, ' ');
    inline(out, cell.children, cellText);
    put(out, ' |');
  }
}

/** A cell on one line. */
export const cellText = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');

/** Phrases, as their words: emphasis and links add nothing that is searched for. */
function inline(out: Out, nodes: readonly PhrasingContent[], change = (text: string) => text): void {
  for (const node of nodes) {
    if (node.data?.page !== undefined) out.pages.set(node.data.page, out.length);
    if (node.type === 'break') put(out, change('\n'));
    else if ('children' in node) inline(out, node.children, change);
    else put(out, change(textOf(node)));
  }
}
