import type { Element, Nodes, Root } from 'hast';
import { attribute, elements, find, isElement } from './elements.ts';
import { measure } from './measure.ts';

const NO_IDS: ReadonlySet<string> = new Set();
/** A main element with less of the page's text than this is a mistake of its template. */
const LEAST_SHARE = 0.3;

/** The part of a page that it calls its main part, or all of it. A heading of the page above that part comes along. */
export function mainPart(root: Root): Nodes {
  const all = [...elements(root)];
  const mains = all.filter((element) => isElement(element, 'main') || attribute(element, 'role') === 'main');
  const articles = all.filter((element) => isElement(element, 'article'));
  const chosen = mains[0] ?? (articles.length === 1 ? articles[0] : undefined);
  if (!chosen || mains.length > 1 || measure(chosen, NO_IDS).chars < measure(root, NO_IDS).chars * LEAST_SHARE) return root;
  const isTitle = (element: Element) => isElement(element, 'h1');
  const title = find(chosen, isTitle) ? undefined : find(root, isTitle);
  return { type: 'root', children: title ? [title, chosen] : [chosen] };
}
