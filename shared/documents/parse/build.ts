import type { BlockContent, Code, DefinitionContent, Heading, List, ListItem, Paragraph, Table, TableRow, Text } from 'mdast';

import { cellText } from './write.ts';

/** mdast nodes, for readers that make their trees by hand. */
export const text = (value: string): Text => ({ type: 'text', value });

export const paragraph = (value: string): Paragraph => ({ type: 'paragraph', children: [text(value)] });

export const heading = (depth: number, value: string): Heading => ({ type: 'heading', depth: depthOf(depth), children: [text(value)] });

export const code = (value: string, lang?: string): Code => ({ type: 'code', value, lang: lang ?? null });

export const item = (...children: (BlockContent | DefinitionContent)[]): ListItem => ({ type: 'listItem', spread: false, children });

export const list = (children: ListItem[], ordered = false): List => ({ type: 'list', ordered, spread: false, children });

export const row = (cells: readonly string[]): TableRow => ({
  type: 'tableRow',
  children: cells.map((cell) => ({ type: 'tableCell', children: [text(cell)] })),
});

/** The same, written already, for tables of many rows. */
const writtenRow = (cells: readonly string[]): TableRow => ({
  type: 'tableRow',
  children: [],
  data: { line: `|${cells.map((cell) => ` ${cellText(cell)} |`).join('')}` },
});

/** Up to here a table has nodes for its cells. */
const MOST_ROWS = 1_000;

export const table = (rows: readonly (readonly string[])[]): Table => ({
  type: 'table',
  children: rows.map((cells, i) => (i > MOST_ROWS ? writtenRow(cells) : row(cells))),
});

const DEPTHS = [1, 2, 3, 4, 5, 6] as const;

const depthOf = (depth: number): Heading['depth'] => DEPTHS[Math.min(Math.max(depth, 1), 6) - 1] ?? 6;
