import type { Nodes, Root } from 'mdast';
import { tooDeep } from './refuse.ts';

/** Far more than a person nests, and far less than a stack holds: whoever walks the tree later may recurse. */
const MOST_LEVELS = 200;

/** Throws InvalidInput TOO_COMPLEX when the tree is deeper than what comes after can walk. */
export function refuseDepth(tree: Root): void {
  let level: Nodes[] = [tree];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_LEVELS) throw tooDeep();
    level = level.flatMap((node): Nodes[] => ('children' in node ? node.children : []));
  }
}
