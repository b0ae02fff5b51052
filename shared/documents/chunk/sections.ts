import type { Heading, RootContent } from 'mdast';
import type { ParsedDocument } from '../document.ts';
import { headingText } from '../parse/markdown.ts';

/** A run of blocks under one heading. */
export interface Section {
  readonly headingPath: readonly string[];
  readonly blocks: readonly RootContent[];
}

/** The blocks that follow a heading, with the headings that are open there, that one last. */
interface Part {
  readonly open: readonly Heading[];
  readonly blocks: RootContent[];
}

/**
 * The sections of a document in order, each with the headings above it, the title first where no h1 repeats it. A
 * heading with neither text nor subheadings is text of the section above it, so that its words are not lost, and a run
 * of such headings is one section.
 */
export function sections({ title, tree }: Pick<ParsedDocument, 'title' | 'tree'>): readonly Section[] {
  const titleStands = tree.children.some((node) => isHeading(node) && node.depth === 1 && headingText(node) === title);
  const headingPath = (open: readonly Heading[]): readonly string[] => {
    const path = open.map(headingText).filter((text) => text !== '');
    return titleStands && open[0]?.depth === 1 && path.length > 0 ? path : [title, ...path];
  };
  return adoptBareHeadings(parts(tree.children)).map(({ open, blocks }) => ({ headingPath: headingPath(open), blocks }));
}

function parts(nodes: readonly RootContent[]): readonly Part[] {
  let part: Part = { open: [], blocks: [] };
  const found = [part];
  for (const node of nodes) {
    if (isHeading(node)) {
      part = { open: [...part.open.filter((heading) => heading.depth < node.depth), node], blocks: [] };
      found.push(part);
    } else {
      part.blocks.push(node);
    }
  }
  return found;
}

function adoptBareHeadings(found: readonly Part[]): readonly Part[] {
  const kept: Part[] = [];
  let adopting: Part | undefined;
  for (const [i, part] of found.entries()) {
    const heading = part.open.at(-1);
    if (part.blocks.length > 0) {
      kept.push(part);
      adopting = undefined;
    } else if (heading && !found[i + 1]?.open.includes(heading)) {
      const parent = part.open.at(-2);
      if (adopting && adopting.open.at(-1) === parent) {
        adopting.blocks.push(heading);
      } else {
        adopting = { open: part.open.slice(0, -1), blocks: [heading] };
        kept.push(adopting);
      }
    }
  }
  return kept;
}

const isHeading = (node: RootContent): node is Heading => node.type === 'heading';
