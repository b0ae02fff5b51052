import type { Element, ElementContent } from 'hast';
import type { Handle } from 'hast-util-to-mdast';
import { toText } from 'hast-util-to-text';
import type { BlockContent, List, ListItem } from 'mdast';
import { list, paragraph } from '../build.ts';
import { isElement } from './elements.ts';

/** A definition list as a list of `term: definition`. */
export const definitions: Handle = (state, node: Element): List => {
  const parts = node.children.flatMap((child): ElementContent[] => (isElement(child, 'div') ? child.children : [child]));
  const items: ListItem[] = [];
  let terms: string[] = [];
  for (const part of parts) {
    if (isElement(part, 'dt')) {
      terms.push(toText(part, { whitespace: 'normal' }).replaceAll(/\s+/g, ' ').trim());
    } else if (isElement(part, 'dd')) {
      items.push(definition(terms.join(', '), state.toFlow(state.all(part)) as BlockContent[]));
      terms = [];
    }
  }
  if (terms.length > 0) items.push(definition(terms.join(', '), []));
  return list(items);
};

/** The term opens the first paragraph of its definition, so that they are never cut apart. */
function definition(term: string, blocks: BlockContent[]): ListItem {
  const [first, ...rest] = blocks;
  const label = term && (/[:：]$/.test(term) ? term : `${term}:`);
  const opening =
    first?.type === 'paragraph' && label ? { ...first, children: [...paragraph(`${label} `).children, ...first.children] } : undefined;
  const children = opening ? [opening, ...rest] : [...(term ? [paragraph(first ? label : term)] : []), ...blocks];
  return { type: 'listItem', spread: false, children };
}
