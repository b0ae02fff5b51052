import type { Element, Root as HtmlRoot, Nodes } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { type Handle, toMdast } from 'hast-util-to-mdast';
import type { Heading, Root, RootContent } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import { headingText } from '../../heading.ts';
import { decode } from '../decode.ts';
import type { Input, Reading } from '../reading.ts';
import { reading, tooDeep } from '../refuse.ts';
import { stripBoilerplate, stripHidden } from './boilerplate.ts';
import { definitions } from './definitions.ts';
import { factsOf } from './facts.ts';
import { mainPart } from './main-part.ts';
import { type TableOptions, tableHandler } from './table.ts';

/** HTML and XHTML: the page's own text, without what frames it. */
export async function readHtml({ bytes, charset }: Input): Promise<Reading> {
  const html = await decode(bytes, [declaredEncoding(bytes), charset]);
  return reading('HTML page', () => page(html));
}

/** The same of a page that is text already. */
export function page(html: string): Reading {
  const document = parsed(html);
  const { title, language, metadata } = factsOf(document);
  stripHidden(document);
  stripBoilerplate(document);
  const tree = treeOf(mainPart(document));
  while (isCopyright(tree.children.at(-1))) tree.children.pop();
  const h1 = tree.children.find((node): node is Heading => node.type === 'heading' && node.depth === 1);
  return { tree, title: (h1 && headingText(h1)) || title, language, metadata };
}

const LONGEST_COPYRIGHT_CHARS = 300;

/** The line with which pages end that do not mark their footer. */
const isCopyright = (node: RootContent | undefined): boolean => {
  if (node?.type !== 'paragraph') return false;
  const text = textOf(node).trim();
  return text.length <= LONGEST_COPYRIGHT_CHARS && /^(?:©|\(c\) ?\d{4}|copyright\b)/i.test(text);
};

/** A piece of HTML that a program made of a document: everything in it is the document's. */
export function fragment(html: string, options: TableOptions = {}): Root {
  const document = parsed(html);
  stripHidden(document);
  return treeOf(document, { ...HANDLERS, table: tableHandler(options) });
}

function parsed(html: string): HtmlRoot {
  if (isTooDeep(html)) throw tooDeep();
  return fromHtml(html);
}

const treeOf = (node: Nodes, handlers = HANDLERS): Root => {
  const tree = toMdast(node, { handlers, document: true });
  if (tree.type !== 'root') return { type: 'root', children: [] };
  return { ...tree, children: tree.children.filter(({ type }) => type !== 'thematicBreak') };
};

const inline: Handle = (state, node: Element) => state.all(node);

const HANDLERS: Readonly<Record<string, Handle>> = {
  table: tableHandler({}),
  dl: definitions,
  // An address is no word of the text; what it leads to is named by the text of the link.
  a: inline,
  img: (_, { properties }: Element) => altText(properties.alt),
  ruby: inline,
  // Where a long word may be broken. Anything in its place would break the word for whoever looks for it.
  wbr: () => undefined,
};

/** Alternative texts of one word name decoration: `top`, `logo`, `arrow`. */
const altText = (alt: unknown) =>
  typeof alt === 'string' && /\S\s+\S/.test(alt) ? { type: 'text' as const, value: alt.replaceAll(/\s+/g, ' ').trim() } : undefined;

/** What the first bytes say of the encoding: an XML prolog or a meta element. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 4_096)).toString('latin1');
  return /<\?xml[^>]*\sencoding=["']([\w:.-]+)["']/i.exec(head)?.[1] ?? /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head)?.[1];
}

const MOST_LEVELS = 1_500;
/** Elements that pages leave open, so that they would seem to nest. */
const OFTEN_OPEN =
  'area base br col embed hr img input link meta param source track wbr p li dt dd tr td th thead tbody option colgroup'.split(' ');
const UNNESTED = new Set(OFTEN_OPEN);

/** Looks before the parser does, whose time grows with the square of the depth. */
function isTooDeep(html: string): boolean {
  let depth = 0;
  for (const [, slash, name = '', rest = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)([^<>]*)/gi)) {
    if (UNNESTED.has(name.toLowerCase()) || rest.endsWith('/')) continue;
    depth = slash ? Math.max(0, depth - 1) : depth + 1;
    if (depth > MOST_LEVELS) return true;
  }
  return false;
}
