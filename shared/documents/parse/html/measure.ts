import type { Element, Nodes } from 'hast';
import { attribute, isElement, isHeading } from './elements.ts';

/** How much of an element is text, and how much of that is links. Counted in characters that are not white space. */
export interface Measure {
  readonly chars: number;
  readonly linked: number;
  /** Within headings, links aside. */
  readonly headed: number;
  readonly links: number;
  /** Links to a place on the same page. */
  readonly inPage: number;
  /** Links to the same page in another language. */
  readonly alternates: number;
  /** Separators such as `|` and `>` between links; NaN where other text stands between them. */
  readonly separators: number;
}

const NOTHING: Measure = { chars: 0, linked: 0, headed: 0, links: 0, inPage: 0, alternates: 0, separators: 0 };
const SEPARATORS = /^[\s|>»›·•/\\\u2013\u2014→⟩:[\]()-]*$/;

const charsOf = (text: string): number => text.length - (text.match(/\s/g)?.length ?? 0);

/** Measures an element; `ids` are those of the page. */
export function measure(node: Nodes, ids: ReadonlySet<string>, within: 'link' | 'heading' | undefined = undefined): Measure {
  if (node.type === 'text') {
    const chars = charsOf(node.value);
    if (within === 'link') return { ...NOTHING, chars, linked: chars };
    const separators = SEPARATORS.test(node.value) ? chars : Number.NaN;
    return { ...NOTHING, chars, headed: within === 'heading' ? chars : 0, separators };
  }
  if (!('children' in node)) return NOTHING;
  const link = isElement(node, 'a') && attribute(node, 'href') !== undefined;
  const inside = link ? 'link' : (within ?? (isHeading(node) ? 'heading' : undefined));
  const total = node.children.map((child) => measure(child, ids, inside)).reduce(add, NOTHING);
  return link && total.chars > 0 ? add(total, linkOf(node, ids)) : total;
}

const add = (a: Measure, b: Measure): Measure => ({
  chars: a.chars + b.chars,
  linked: a.linked + b.linked,
  headed: a.headed + b.headed,
  links: a.links + b.links,
  inPage: a.inPage + b.inPage,
  alternates: a.alternates + b.alternates,
  separators: a.separators + b.separators,
});

function linkOf(link: Element, ids: ReadonlySet<string>): Measure {
  const fragment = /#(.+)$/.exec(attribute(link, 'href') ?? '')?.[1];
  const alternate = attribute(link, 'hrefLang') !== undefined || /\balternate\b/.test(attribute(link, 'rel') ?? '');
  return { ...NOTHING, links: 1, inPage: fragment !== undefined && ids.has(fragment) ? 1 : 0, alternates: alternate ? 1 : 0 };
}
