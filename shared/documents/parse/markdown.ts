import type { Heading, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toString as textOf } from 'mdast-util-to-string';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import type { ParsedDocument } from '../document.ts';
import { frontMatter } from './front-matter.ts';
import { segments } from './segments.ts';
import { paragraphs } from './text.ts';

const EXTENSIONS = {
  extensions: [gfm(), frontmatter(['yaml'])],
  mdastExtensions: [gfmFromMarkdown(), frontmatterFromMarkdown(['yaml'])],
};

/** The parser's time grows faster than its input (1 MB 1.6 s, 10 MB 27 s here), so long texts go through it in parts. */
const SEGMENT_CHARS = 200_000;
/** A part that could not be cut smaller than this has no Markdown structure to speak of, and is read as plain text. */
const PLAIN_ABOVE_CHARS = 1_000_000;

/** GitHub-flavoured Markdown with YAML front matter. The title is the front matter's, the first h1's, or `name`. */
export function parseMarkdown(text: string, name: string): ParsedDocument {
  const children = segments(text, SEGMENT_CHARS).flatMap(({ start, end }) => blocks(text.slice(start, end), start));
  const yaml = children.find((node) => node.type === 'yaml');
  const said = yaml ? frontMatter(yaml.value) : {};
  const tree: Root = { type: 'root', children: children.filter((node) => node.type !== 'yaml') };
  const h1 = tree.children.find((node): node is Heading => node.type === 'heading' && node.depth === 1);
  const title = typeof said?.title === 'string' && said.title.trim() ? said.title.trim() : h1 && headingText(h1);
  return {
    title: title || name,
    text,
    tree,
    metadata: said ?? {},
    ...(said ? {} : { warning: 'The front matter is not valid YAML and was left out.' }),
  };
}

/** The words of a heading on one line. */
export const headingText = (heading: Heading): string => textOf(heading).replaceAll(/\s+/g, ' ').trim();

function blocks(segment: string, offset: number): readonly RootContent[] {
  if (segment.length > PLAIN_ABOVE_CHARS) return paragraphs(segment, offset);
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
