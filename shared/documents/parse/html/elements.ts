import type { Element, Nodes, Parents, RootContent } from 'hast';

export const isElement = (node: Nodes | undefined, ...names: readonly string[]): node is Element =>
  node?.type === 'element' && (names.length === 0 || names.includes(node.tagName));

export const isHeading = (node: Nodes | undefined): node is Element => node?.type === 'element' && /^h[1-6]$/.test(node.tagName);

/** Every element below `parent`, in order. Iterative, for pages nest as deep as they like. */
export function* elements(parent: Parents): Generator<Element> {
  const todo: RootContent[] = [...parent.children].reverse();
  for (let node = todo.pop(); node; node = todo.pop()) {
    if (node.type !== 'element') continue;
    yield node;
    todo.push(...[...node.children].reverse());
  }
}

export function find(parent: Parents, test: (element: Element) => boolean): Element | undefined {
  for (const element of elements(parent)) if (test(element)) return element;
  return undefined;
}

/** An attribute as one string: lists are joined with spaces. */
export function attribute({ properties }: Element, name: string): string | undefined {
  const value = properties[name];
  if (value === undefined || value === null || value === false) return undefined;
  return Array.isArray(value) ? value.join(' ') : String(value);
}

/** The words of an element's id and classes: `PageHeader tsd-toc` is page, header, tsd, toc. */
export const nameTokens = (element: Element): readonly string[] =>
  `${attribute(element, 'id') ?? ''} ${attribute(element, 'className') ?? ''}`
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((token) => token !== '');

/** The text in an element, as it stands in the file. */
export const textOf = (element: Element): string =>
  element.children.map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? textOf(child) : '')).join('');
