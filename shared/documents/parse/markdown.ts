import type { Heading, Paragraph, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { headingText, isHeading } from '../heading.ts';
import { frontMatter, longLists } from './front-matter.ts';
import type { Reading } from './reading.ts';
import { type Range, segments } from './segments.ts';
import { paragraphs } from './text.ts';

const EXTENSIONS = {
  extensions: [gfm(), frontmatter(['yaml'])],
  mdastExtensions: [gfmFromMarkdown(), frontmatterFromMarkdown(['yaml'])],
};

/** The parser's time grows faster than its input: 224 kB of short blocks took 4.4 s whole, 1.7 s in parts of this size. */
const SEGMENT_CHARS = 25_000;
/** A part that could not be cut smaller than this has no Markdown structure to speak of, and is read as plain text. */
const PLAIN_ABOVE_CHARS = 1_000_000;
/** Nor has a line that opens a hundred quotes or lists, for which the parser needs time by the square of their number. */
const NESTED = /^[ \t]*(?:(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])[ \t]*){100}/m;

/** GitHub-flavoured Markdown with YAML front matter. The title is the front matter's, the first h1's, or `name`. */
export function parseMarkdown(text: string, name = ''): Reading & { readonly title: string; readonly text: string } {
  const children = segments(text, SEGMENT_CHARS).flatMap(({ start, end }) => blocks(text.slice(start, end), start));
  const yaml = children.find((node) => node.type === 'yaml');
  const said = yaml ? frontMatter(yaml.value) : {};
  const lists = yaml && said ? longLists(yaml.value).map((range) => listed(text, range, text.indexOf(yaml.value))) : [];
  const tree: Root = { type: 'root', children: [...lists, ...children.filter((node) => node.type !== 'yaml')] };
  const h1 = tree.children.find((node): node is Heading => isHeading(node) && node.depth === 1);
  const title = typeof said?.title === 'string' && said.title.trim() ? said.title.trim() : h1 && headingText(h1);
  return {
    title: title || name,
    text,
    tree,
    metadata: said ?? {},
    ...(said ? {} : { warning: 'The front matter is not valid YAML and was left out.' }),
  };
}

/** A long list of the front matter, as a paragraph where it stands. */
function listed(text: string, { start, end }: Range, offset: number): Paragraph {
  const [paragraph] = paragraphs(text.slice(offset + start, offset + end).trimEnd(), offset + start);
  if (paragraph?.type !== 'paragraph') throw new TypeError('a list without text');
  return paragraph;
}

function blocks(segment: string, offset: number): readonly RootContent[] {
  if (segment.length > PLAIN_ABOVE_CHARS || NESTED.test(segment)) return paragraphs(segment, offset);
  const { children } = fromMarkdown(segment, EXTENSIONS);
  if (offset > 0) for (const node of children) shift(node, offset);
  return children;
}

function shift(node: RootContent, by: number): void {
  if (node.position) {
    node.position.start.offset = (node.position.start.offset ?? 0) + by;
    node.position.end.offset = (node.position.end.offset ?? 0) + by;
  }
  if ('children' in node) for (const child of node.children) shift(child, by);
}
