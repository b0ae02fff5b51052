import type { Heading, RootContent } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';

/** A "heading" that is longer is a paragraph with a line of `=` or `-` below it, and no name for what follows. */
export const HEADING_CHARS = 200;

/** The words of a heading on one line. */
export const headingText = (heading: Heading): string => textOf(heading).replaceAll(/\s+/g, ' ').trim();

export const isHeading = (node: RootContent): node is Heading => node.type === 'heading' && headingText(node).length <= HEADING_CHARS;
