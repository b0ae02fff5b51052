import type { Heading } from 'mdast';
import { isoDate } from '../../dates.ts';
import { headingText } from '../../heading.ts';
import { decode } from '../decode.ts';
import { fragment } from '../html/html.ts';
import { said } from '../metadata.ts';
import type { Input, Reading } from '../reading.ts';
import { reading } from '../refuse.ts';
import { plausibleTitle } from './properties.ts';
import { unpack } from './unpack.ts';
import { allXml, childXml, findXml, parseXml, textXml, type Xml } from './xml.ts';

/** An EPUB: the pages of the book in their order. */
export async function readEpub({ bytes, limits }: Input): Promise<Reading> {
  const parts = await unpack(bytes, limits, (name) => /\.(?:xml|opf|x?html?)$/i.test(name));
  return reading('EPUB', async () => {
    const container = parts['META-INF/container.xml'];
    const packageName = (container && findXml(parseXml(container), 'rootfile')?.attributes['full-path']) ?? '';
    const content = parts[packageName];
    if (!content) throw new TypeError('the archive has no package document');
    const book = parseXml(content);
    const pages = await Promise.all(pagesOf(book, packageName).flatMap((name) => (parts[name] ? [decode(parts[name])] : [])));
    const children = pages.flatMap((page) => fragment(page).children);
    const facts = findXml(book, 'metadata');
    const fact = (name: string) => textXml(childXml(facts, name)).trim() || undefined;
    const h1 = children.find((node): node is Heading => node.type === 'heading' && node.depth === 1);
    return {
      tree: { type: 'root', children },
      title: plausibleTitle(fact('title')) ?? (h1 && headingText(h1)),
      language: fact('language'),
      metadata: said({
        author: fact('creator'),
        description: fact('description'),
        published_at: isoDate(fact('date')),
        language: fact('language'),
      }),
    };
  });
}

/** Names of the pages' parts, in reading order. */
function pagesOf(book: Xml, packageName: string): readonly string[] {
  const targets = new Map(
    allXml(findXml(book, 'manifest'), 'item')
      // Its table of contents is a page like others, and says nothing that they do not.
      .filter(({ attributes }) => !/\bnav\b/.test(attributes.properties ?? ''))
      .map(({ attributes }) => [attributes.id, attributes.href ?? '']),
  );
  return allXml(findXml(book, 'spine'), 'itemref')
    .map(({ attributes }) => targets.get(attributes.idref))
    .flatMap((href) => (href ? [decodeURIComponent(new URL(href, `http://part/${packageName}`).pathname.slice(1))] : []));
}
