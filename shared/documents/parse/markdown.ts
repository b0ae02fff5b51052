import type { Heading, Root, RootContent, Yaml } from 'mdast';
import { fromMarkdown, type Options } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { headingText, isHeading } from '../heading.ts';
import { frontMatter, isFrontMatter, longLists } from './front-matter.ts';
import type { Reading } from './reading.ts';
import { segments } from './segments.ts';
import { paragraphs } from './text.ts';

const GFM: Options = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };
const WITH_FRONT_MATTER: Options = {
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
  const [first = { start: 0, end: 0 }, ...rest] = segments(text, SEGMENT_CHARS);
  const { yaml, others } = beginningOf(text.slice(first.start, first.end));
  const body = [...others, ...rest.flatMap(({ start, end }) => blocks(text.slice(start, end), start))];
  const said = yaml ? frontMatter(yaml.value) : {};
  // What is text in the front matter: a long list, or all of it where it is not valid.
  const kept = yaml ? (said ? longLists(yaml.value) : [{ start: 0, end: yaml.value.length }]) : [];
  const offset = text.indexOf('\n') + 1;
  const plain = kept.flatMap(({ start, end }) => paragraphs(text.slice(offset + start, offset + end), offset + start));
  const tree: Root = { type: 'root', children: [...plain, ...body] };
  const h1 = tree.children.find((node): node is Heading => isHeading(node) && node.depth === 1);
  const title = typeof said?.title === 'string' && said.title.trim() ? said.title.trim() : h1 && headingText(h1);
  return {
    title: title || name,
    text,
    tree,
    metadata: said ?? {},
    ...(said ? {} : { warning: 'The front matter is not valid YAML and is read as text.' }),
  };
}

/**
 * The front matter, where there is one, and the blocks that follow. Where there is none they are read by a grammar without it: after a first rule the
 * other takes no `>` and no list before a second rule, for what it tries to read may be YAML.
 */
function beginningOf(segment: string): { readonly yaml?: Yaml; readonly others: readonly RootContent[] } {
  const [head, ...others] = segment.startsWith('---') ? blocks(segment, 0, WITH_FRONT_MATTER) : [];
  return head?.type === 'yaml' && isFrontMatter(head.value) ? { yaml: head, others } : { others: blocks(segment, 0) };
}

function blocks(segment: string, offset: number, extensions = GFM): readonly RootContent[] {
  if (segment.length > PLAIN_ABOVE_CHARS || NESTED.test(segment)) return paragraphs(segment, offset);
  const { children } = fromMarkdown(segment, extensions);
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
