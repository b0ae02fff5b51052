import type { Heading, RootContent } from 'mdast';
import type { ParsedDocument } from '../document.ts';
import { headingText, isHeading } from '../heading.ts';

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
 * heading with neither text nor subheadings has no section: it opens the one after it, or at the end of the document
 * ends the one before, so that its words are not lost and no heading stands alone; so do the headings above it that
 * have no section either.
 *
 * `guessed` headings are taken for such by their looks, as in a PDF: each opens its own section as well, for it may be
 * text all the same.
 */
export function sections({ title, tree }: Pick<ParsedDocument, 'title' | 'tree'>, guessed = false): readonly Section[] {
  const titleStands = tree.children.some((node) => isHeading(node) && node.depth === 1 && headingText(node) === title);
  const headingPath = (open: readonly Heading[]): readonly string[] => {
    const path = open.map(headingText).filter((text) => text !== '');
    return titleStands && open[0]?.depth === 1 && path.length > 0 ? path : [title, ...path];
  };
  return adoptBareHeadings(parts(tree.children), guessed).map(({ open, blocks }) => ({ headingPath: headingPath(open), blocks }));
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

function adoptBareHeadings(found: readonly Part[], guessed: boolean): readonly Part[] {
  const kept: Part[] = [];
  const shown = new Set<Heading>();
  let above: readonly Heading[] = [];
  let bare: Heading[] = [];
  // What stands above the first of them and is in no path would be lost with it.
  const adopted = () => [...above.filter((heading) => !shown.has(heading)), ...bare];
  for (const [i, part] of found.entries()) {
    const heading = part.open.at(-1);
    if (part.blocks.length > 0) {
      for (const open of part.open) shown.add(open);
      // Its own heading stands between those and its text.
      const own = (bare.length > 0 || guessed) && heading ? [heading] : [];
      kept.push({ ...part, blocks: [...adopted(), ...own, ...part.blocks] });
      above = [];
      bare = [];
    } else if (heading && (bare.length > 0 || !found[i + 1]?.open.includes(heading))) {
      if (bare.length === 0) above = part.open.slice(0, -1);
      bare.push(heading);
    }
  }
  const last = kept.pop();
  if (last) kept.push({ ...last, blocks: [...last.blocks, ...adopted()] });
  else if (bare.length > 0) kept.push({ open: above, blocks: bare });
  return kept;
}
