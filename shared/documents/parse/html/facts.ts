import type { Element, Root } from 'hast';
import { toText } from 'hast-util-to-text';
import { isoDate } from '../../dates.ts';
import type { Metadata } from '../../document.ts';
import { keywords, said } from '../metadata.ts';
import { attribute, elements, isElement } from './elements.ts';

/** What a page says of itself in its head. */
export interface Facts {
  readonly title: string | undefined;
  readonly language: string | undefined;
  readonly metadata: Metadata;
}

/** Names of meta elements that mean the same, the more exact first. */
const PUBLISHED = ['article:published_time', 'datepublished', 'dc.date.issued', 'dcterms.issued', 'dc.date', 'date', 'pubdate'];
const UPDATED = [
  'article:modified_time',
  'og:updated_time',
  'datemodified',
  'dcterms.modified',
  'dc.date.modified',
  'last-modified',
  'revised',
];

/** Reads the head of a page. Must be called before the head is stripped. */
export function factsOf(root: Root): Facts {
  const all = [...elements(root)];
  const meta = new Map<string, string>();
  for (const element of all.filter((each) => isElement(each, 'meta'))) {
    const name = (
      attribute(element, 'name') ??
      attribute(element, 'property') ??
      attribute(element, 'itemProp') ??
      attribute(element, 'httpEquiv')
    )?.toLowerCase();
    const content = attribute(element, 'content')?.trim();
    if (name && content && !meta.has(name)) meta.set(name, content);
  }
  const first = (names: readonly string[]) => names.map((name) => isoDate(meta.get(name))).find((date) => date !== undefined);
  const language =
    attributeOf(all, 'html', 'lang') ??
    attributeOf(all, 'html', 'xmlLang') ??
    attributeOf(all, 'body', 'lang') ??
    meta.get('content-language');
  const title = all.find((element) => isElement(element, 'title'));
  return {
    title: meta.get('og:title') ?? (title && withoutSite(toText(title), meta.get('og:site_name'))),
    language,
    metadata: said({
      canonical_url: canonical(all) ?? meta.get('og:url'),
      description: meta.get('description') ?? meta.get('og:description'),
      author: meta.get('author') ?? meta.get('dc.creator'),
      keywords: keywords(meta.get('keywords')),
      published_at: first(PUBLISHED) ?? linked(all, 'datePublished'),
      updated_at: first(UPDATED) ?? linked(all, 'dateModified'),
      language: language?.trim(),
    }),
  };
}

/** A date of the page's JSON-LD, as search engines read it. Found by its name, for its place differs from site to site. */
function linked(all: readonly Element[], name: 'datePublished' | 'dateModified'): string | undefined {
  const data = all
    .filter((element) => isElement(element, 'script') && attribute(element, 'type') === 'application/ld+json')
    .map((element) => element.children.map((child) => (child.type === 'text' ? child.value : '')).join(''));
  return isoDate(new RegExp(`"${name}"\\s*:\\s*"([^"]+)"`).exec(data.join('\n'))?.[1]);
}

const attributeOf = (all: readonly Element[], tag: string, name: string): string | undefined => {
  const element = all.find((each) => isElement(each, tag));
  return element && attribute(element, name);
};

const canonical = (all: readonly Element[]): string | undefined => {
  const link = all.find((element) => isElement(element, 'link') && attribute(element, 'rel')?.toLowerCase() === 'canonical');
  return link && attribute(link, 'href');
};

/** `Refunds - Acme Help` without the name of the site, which stands last, or first where the page says so. */
export function withoutSite(title: string, site?: string): string {
  const parts = title
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(/ [|·»–—-] | :: /);
  const own = parts.filter((part) => part !== site);
  return (own.length < parts.length ? own.join(' - ') : parts.length > 1 ? parts.slice(0, -1).join(' - ') : parts[0]) ?? '';
}
