import type { Nodes, Root } from 'mdast';

/** What tells a language is found in the beginning. */
const MOST_CHARS = 5_000;

/** The words of a document without its code, as far as they are needed to tell its language. */
export function prose(tree: Root): string {
  const parts: string[] = [];
  let length = 0;
  const todo: Nodes[] = [...tree.children.slice(0, MOST_CHARS)].reverse();
  for (let node = todo.pop(); node && length < MOST_CHARS; node = todo.pop()) {
    if (node.type === 'text') {
      parts.push(node.value);
      length += node.value.length;
    } else if ('children' in node) {
      todo.push(...node.children.slice(0, MOST_CHARS).reverse());
    }
  }
  return parts.join(' ');
}
